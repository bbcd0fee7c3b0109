import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeLoan, openLoan, promise } from '../../../test/factories/loans.ts';
import { insertUser } from '../../../test/factories/users.ts';
import { april1st, type BerlinCampus, openBerlin, stopClocksAt } from './testing/berlin-days.ts';

let berlinCampus: BerlinCampus;

async function openBy(holderId: string, takenAt: string, keyNumber?: string) {
  const { campus, deskId } = berlinCampus;
  const key = await campus.key(keyNumber ? { keyNumber } : {});
  return openLoan(campus.db, {
    keyId: key.id,
    holderId,
    handedBy: deskId,
    takenAt: new Date(takenAt),
    ...promise(new Date(takenAt), 'Europe/Berlin'),
  });
}

beforeAll(async () => {
  stopClocksAt(april1st);
  berlinCampus = await openBerlin();
  const { db } = berlinCampus.campus;
  const [asha, ravi] = [
    await insertUser(db, { name: 'Asha', createdAt: new Date('2026-03-02T08:00:00Z') }),
    await insertUser(db, { name: 'Ravi', createdAt: new Date('2026-03-01T08:00:00Z') }),
  ];
  const gone = { createdAt: new Date('2026-03-31T08:00:00Z'), deletedAt: april1st };
  await insertUser(db, { name: 'Gone', ...gone });
  await berlinCampus.campus.key({ deletedAt: april1st });
  await openBy(asha.id, '2026-03-31T17:19:59+02:00');
  await openBy(ravi.id, '2026-03-31T17:20:00+02:00', 'R1');
  await openBy(asha.id, '2026-04-01T09:00:00+02:00', 'A1');
  const back = { returnedAt: new Date('2026-04-01T09:40:00+02:00') };
  await closeLoan(db, await openBy(asha.id, '2026-04-01T08:00:00+02:00', 'A2'), back);
  await closeLoan(db, await openBy(asha.id, '2026-04-01T08:10:00+02:00', 'A3'), {
    returnedAt: new Date('2026-04-01T09:41:00+02:00'),
    returnType: 'volunteer',
    returnedBy: ravi.id,
  });
  await closeLoan(db, await openBy(asha.id, '2026-04-01T08:20:00+02:00', 'A4'), {
    returnedAt: new Date('2026-04-01T09:42:00+02:00'),
    returnType: 'collected',
    returnedBy: berlinCampus.admin.user.id,
  });
});
afterAll(async () => {
  await berlinCampus.campus.close();
  vi.useRealTimers();
});

async function dashboard() {
  return (await berlinCampus.admin.get(api.adminDashboard)).data;
}

test('the stats count people by role, and keys that hang, are out or overdue', async () => {
  expect((await dashboard()).stats).toMatchObject({
    totalUsers: 4,
    usersByRole: { admin: 1, security: 1, faculty: 2 },
    totalKeys: 6,
    availableKeys: 3,
    unavailableKeys: 3,
    overdueKeys: 1,
  });
});

test('who has most keys out comes first', async () => {
  const { topHolders } = (await dashboard()).stats;
  expect(topHolders.map(({ name, count }) => [name, count])).toEqual([
    ['Asha', 2],
    ['Ravi', 1],
  ]);
});

test('what is overdue comes longest out first, apart from what else is out', async () => {
  const { overdueLoans, longestOut } = await dashboard();
  expect(overdueLoans).toEqual([
    {
      loanId: expect.any(String),
      keyId: expect.any(String),
      keyNumber: expect.stringMatching(/^K-/),
      keyName: expect.any(String),
      holder: { id: expect.any(String), name: 'Asha' },
      takenAt: '2026-03-31T15:19:59.000Z',
      dueAt: '2026-03-31T15:20:00.000Z',
      remindedAt: null,
    },
  ]);
  expect(longestOut?.map(({ keyNumber, dueAt }) => [keyNumber, dueAt])).toEqual([
    ['R1', '2026-04-01T15:20:00.000Z'],
    ['A1', '2026-04-01T15:20:00.000Z'],
  ]);
});

test('who was reminded of an overdue key is shown as such', async () => {
  const loanId = (await dashboard()).overdueLoans?.[0]?.loanId ?? '';
  const { data } = await berlinCampus.admin.get(api.remindHolder, { params: { id: loanId } });
  expect((await dashboard()).overdueLoans).toMatchObject([{ loanId, remindedAt: data.remindedAt }]);
});

test('who joined last comes first, and nobody who left', async () => {
  const names = (await dashboard()).recentUsers.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['Asha', 'Ravi']);
  expect(names).not.toContain('Gone');
});

test('recent activity tells who moved which key, newest first', async () => {
  const { recentActivity } = await dashboard();
  const { name: admin } = berlinCampus.admin.user;
  expect(recentActivity.map(({ action }) => action)).toEqual([
    `${admin} collected key A4 from Asha`,
    'Ravi returned key A3 for Asha',
    'Asha returned key A2',
    'Asha took key A1',
    'Asha took key A4',
    'Asha took key A3',
    'Asha took key A2',
    'Ravi took key R1',
    expect.stringMatching(/^Asha took key K-/),
    'Asha joined',
  ]);
  expect(recentActivity[0]?.timestamp).toBe('2026-04-01T07:42:00.000Z');
  expect(new Set(recentActivity.map(({ id }) => id)).size).toBe(10);
});

test('an operator sees how many keys are out and what became of which, and nobody named', async () => {
  const operator = await berlinCampus.campus.person('operator');
  const { data } = await operator.get(api.operatorDashboard);
  const keys = { totalKeys: 6, availableKeys: 3, unavailableKeys: 3 };
  const stats = { ...keys, keysInUse: 3, reportedKeys: 0, overdueKeys: 1 };
  expect(data.stats).toEqual(stats);
  expect(data.recentActivity.slice(0, 4).map(({ action }) => action)).toEqual([
    'Key A4 came back',
    'Key A3 came back',
    'Key A2 came back',
    'Key A1 was handed out',
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Asha|Ravi|joined/);
});

test('no more than five recent people are shown', async () => {
  for (let more = 0; more < 4; more += 1) await insertUser(berlinCampus.campus.db);
  expect((await dashboard()).recentUsers).toHaveLength(5);
});

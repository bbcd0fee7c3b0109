import { api } from '@keydesk/shared/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { insertUser } from '../../../test/factories/users.ts';
import {
  april1st,
  type BerlinCampus,
  openBerlin,
  stopClocksAt,
  tellOfMarch,
} from './testing/berlin-days.ts';

let berlinCampus: BerlinCampus;
let told: Awaited<ReturnType<typeof tellOfMarch>>;

beforeEach(async () => {
  stopClocksAt(april1st);
  berlinCampus = await openBerlin();
  told = await tellOfMarch(berlinCampus);
});
afterEach(async () => {
  await berlinCampus.campus.close();
  vi.useRealTimers();
});

async function usage(query = {}) {
  return (await berlinCampus.admin.get(api.keyUsageAnalytics, { query })).data;
}

test('what happens today shows at once', async () => {
  await berlinCampus.lend(told.room.id, told.ravi.id, '2026-04-01T09:30:00+02:00');
  expect((await usage()).totalUsage).toBe(11);
});

test('a key that moves to another department takes its past with it', async () => {
  await berlinCampus.admin.get(api.updateKey, {
    params: { id: told.room.id },
    body: { department: 'IT' },
  });
  expect((await usage({ department: 'IT' })).totalUsage).toBe(3);
  expect((await usage({ department: 'CSE' })).totalUsage).toBe(5);
});

test('people are told by the department they are in now', async () => {
  const { db } = berlinCampus.campus;
  const late = await insertUser(db, { department: 'IT' });
  await db.query('UPDATE users SET department = $1 WHERE id = $2', ['IT', told.asha.id]);
  await berlinCampus.signIn(late.id, '2026-04-01T09:00:00+02:00');
  const { data } = await berlinCampus.admin.get(api.activeUsersAnalytics, {
    query: { department: 'IT' },
  });
  expect(data.usersByDepartment).toEqual([{ _id: 'IT', count: 2 }]);
  const countsOfDays = data.loginActivity.map(({ count }) => count);
  expect(countsOfDays).toEqual([0, 0, 1, 1, 1, 1, 2]);
});

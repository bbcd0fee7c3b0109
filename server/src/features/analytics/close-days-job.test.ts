import { api } from '@keydesk/shared/api';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { insertUser } from '../../../test/factories/users.ts';
import { closeDaysJob } from './close-days-job.ts';
import {
  april1st,
  type BerlinCampus,
  berlin,
  closeAllDays,
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

async function closedDays() {
  const { rows } = await berlinCampus.campus.db.query<{ day: string; until: string }>(
    `SELECT day::text, to_char(ends AT TIME ZONE timezone, 'YYYY-MM-DD HH24:MI') AS until
       FROM closed_days ORDER BY day`,
  );
  return rows;
}

/** Everything that the three charts say. */
async function allFigures(query = {}) {
  return Promise.all(
    [api.keyUsageAnalytics, api.activeUsersAnalytics, api.peakUsageAnalytics].map(
      async (route) => (await berlinCampus.admin.get(route, { query })).data,
    ),
  );
}

test('days are closed from the first with a loan, to an hour that has been over for ten minutes', async () => {
  const { campus } = berlinCampus;
  await closeAllDays(campus, new Date('2026-03-31T22:09:59Z'));
  expect((await closedDays()).at(0)?.day).toBe('2026-03-25');
  expect((await closedDays()).at(-1)).toEqual({ day: '2026-03-31', until: '2026-03-31 23:00' });
  await closeAllDays(campus, new Date('2026-03-31T22:10:00Z'));
  expect((await closedDays()).at(-1)).toEqual({ day: '2026-03-31', until: '2026-04-01 00:00' });
  await closeAllDays(campus, april1st);
  expect((await closedDays()).at(-1)).toEqual({ day: '2026-04-01', until: '2026-04-01 09:00' });
});

test('reports read a closed day from its count alone', async () => {
  await closeAllDays(berlinCampus.campus, april1st);
  await berlinCampus.campus.db.query("UPDATE hour_days SET loans = 40 WHERE day = '2026-03-30'");
  expect((await usage()).usageOverTime.at(4)?.count).toBe(40);
});

async function summedRanges() {
  const { rows } = await berlinCampus.campus.db.query<{ days: number }>(
    'SELECT days FROM closed_ranges',
  );
  return rows.map(({ days }) => days);
}

test('reports read a range whose days are all closed from its sum', async () => {
  await closeAllDays(berlinCampus.campus, april1st);
  expect(await summedRanges()).toEqual([7]);
  const { db } = berlinCampus.campus;
  await db.query('UPDATE key_ranges SET loans = 40 WHERE key_id = $1', [told.room.id]);
  expect((await usage()).mostUsedKeys.at(0)).toMatchObject({ keyNumber: 'B', usageCount: 40 });
});

test('a day that is opened again takes the sum of its range with it, until all are closed', async () => {
  await closeAllDays(berlinCampus.campus, april1st);
  const { db } = berlinCampus.campus;
  await db.query("DELETE FROM closed_days WHERE day = '2026-03-30'");
  expect(await summedRanges()).toEqual([]);
  await closeAllDays(berlinCampus.campus, april1st);
  expect(await summedRanges()).toEqual([7]);
});

test('several processes that close days at once count each once', async () => {
  const { db } = berlinCampus.campus;
  await Promise.all(Array.from({ length: 4 }, () => closeDaysJob(db, berlin).run(april1st)));
  await closeAllDays(berlinCampus.campus, april1st);
  expect((await usage()).totalUsage).toBe(10);
});

test('what happens today shows at once among closed days', async () => {
  await closeAllDays(berlinCampus.campus, april1st);
  await berlinCampus.lend(told.room.id, told.ravi.id, '2026-04-01T09:30:00+02:00');
  expect((await usage()).totalUsage).toBe(11);
});

test('another time zone of the campus is never answered from the counts of the old one', async () => {
  const { db } = berlinCampus.campus;
  await closeAllDays(berlinCampus.campus, april1st, 'Asia/Kolkata');
  expect((await usage()).totalUsage).toBe(10);
  expect((await usage()).usageOverTime.at(0)?.count).toBe(1);
  await closeAllDays(berlinCampus.campus, april1st);
  const { rowCount } = await db.query("SELECT FROM closed_days WHERE timezone = 'Asia/Kolkata'");
  expect(rowCount).toBe(0);
  expect((await usage()).totalUsage).toBe(10);
});

test('a key that moves to another department takes its past with it', async () => {
  await closeAllDays(berlinCampus.campus, april1st);
  await berlinCampus.admin.get(api.updateKey, {
    params: { id: told.room.id },
    body: { department: 'IT' },
  });
  const afterwards = await allFigures({ department: 'IT' });
  expect(afterwards[0]).toMatchObject({ totalUsage: 3 });
  expect((await usage({ department: 'CSE' })).totalUsage).toBe(5);
  await closeAllDays(berlinCampus.campus, april1st);
  expect(await allFigures({ department: 'IT' })).toEqual(afterwards);
});

test('a key that is erased leaves the figures, with whom only it made active', async () => {
  await closeAllDays(berlinCampus.campus, april1st);
  await berlinCampus.admin.get(api.deleteKey, {
    params: { id: told.shed.id },
    query: { hard: 'true' },
  });
  const afterwards = await allFigures();
  expect(afterwards[0]).toMatchObject({ totalUsage: 8 });
  await closeAllDays(berlinCampus.campus, april1st);
  expect(await allFigures()).toEqual(afterwards);
});

test('people are told by the department they are in now', async () => {
  await closeAllDays(berlinCampus.campus, april1st);
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
  await closeAllDays(berlinCampus.campus, april1st);
  expect((await allFigures({ department: 'IT' }))[1]).toEqual(data);
});

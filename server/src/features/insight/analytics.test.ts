import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestClient } from '../../../test/test-client.ts';
import {
  april1st,
  type BerlinCampus,
  openBerlin,
  stopClocksAt,
  tellOfMarch,
} from './testing/berlin-days.ts';

let berlinCampus: BerlinCampus;
let admin: TestClient;

beforeAll(async () => {
  stopClocksAt(april1st);
  berlinCampus = await openBerlin();
  admin = berlinCampus.admin;
  await tellOfMarch(berlinCampus);
});
afterAll(async () => {
  await berlinCampus.campus.close();
  vi.useRealTimers();
});

function countsOf(points: readonly { count: number }[]) {
  return points.map(({ count }) => count);
}

async function keyUsage(query = {}) {
  return (await admin.get(api.keyUsageAnalytics, { query })).data;
}

async function activeUsers(query = {}) {
  return (await admin.get(api.activeUsersAnalytics, { query })).data;
}

async function peakUsage(query = {}) {
  return (await admin.get(api.peakUsageAnalytics, { query })).data;
}

test('each local day has the loans handed out on it, the short one too', async () => {
  const { totalUsage, usageOverTime } = await keyUsage();
  expect(usageOverTime.map(({ _id, count }) => [_id, count])).toEqual([
    ['2026-03-26', 1],
    ['2026-03-27', 0],
    ['2026-03-28', 1],
    ['2026-03-29', 4],
    ['2026-03-30', 1],
    ['2026-03-31', 1],
    ['2026-04-01', 2],
  ]);
  expect(usageOverTime.at(0)?.period).toBe('26 Mar');
  expect(totalUsage).toBe(10);
});

test('the most used keys come first', async () => {
  const keyId = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect((await keyUsage()).mostUsedKeys).toEqual([
    { keyId, keyNumber: 'A', keyName: 'Hall', department: 'CSE', usageCount: 5 },
    { keyId, keyNumber: 'B', keyName: 'Room', department: 'CSE', usageCount: 3 },
    { keyId, keyNumber: 'C', keyName: 'Shed', department: 'EEE', usageCount: 2 },
  ]);
});

test('the last 24 hours are the hour that is running and 23 before it', async () => {
  const { totalUsage, usageOverTime } = await keyUsage({ timeRange: '1d' });
  expect(usageOverTime).toHaveLength(24);
  expect(usageOverTime.at(0)?._id).toBe('2026-03-31T11:00+02:00');
  expect(usageOverTime.at(-1)?._id).toBe('2026-04-01T10:00+02:00');
  expect(usageOverTime.filter(({ count }) => count > 0)).toEqual([
    { _id: '2026-03-31T23:00+02:00', period: '23:00', count: 1 },
    { _id: '2026-04-01T00:00+02:00', period: '00:00', count: 1 },
    { _id: '2026-04-01T09:00+02:00', period: '09:00', count: 1 },
  ]);
  expect(totalUsage).toBe(3);
});

test.each([
  ['30d', 30, '2026-03-03'],
  ['90d', 90, '2026-01-02'],
])('%s reach back over all loans, one point a day', async (timeRange, days, first) => {
  const { totalUsage, usageOverTime } = await keyUsage({ timeRange });
  expect(usageOverTime).toHaveLength(days);
  expect(usageOverTime.at(0)?._id).toBe(first);
  expect(totalUsage).toBe(11);
});

test('a department of keys has its own figures, one of people alone has none', async () => {
  expect(countsOf((await keyUsage({ department: 'EEE' })).usageOverTime)).toEqual([
    0, 0, 0, 1, 0, 0, 1,
  ]);
  expect((await keyUsage({ department: 'EEE' })).mostUsedKeys).toHaveLength(1);
  expect(await keyUsage({ department: 'CSE-AIML' })).toMatchObject({
    totalUsage: 0,
    mostUsedKeys: [],
  });
});

test('hours are those that the clocks of the campus show', async () => {
  const { hourlyUsage, peakHours } = await peakUsage();
  expect(hourlyUsage).toHaveLength(24);
  expect(hourlyUsage.filter(({ count }) => count > 0)).toEqual([
    { _id: '00', period: '00:00', count: 4 },
    { _id: '01', period: '01:00', count: 1 },
    { _id: '03', period: '03:00', count: 1 },
    { _id: '09', period: '09:00', count: 1 },
    { _id: '23', period: '23:00', count: 3 },
  ]);
  expect(peakHours).toEqual([
    { timeLabel: '00:00 - 01:00', count: 4 },
    { timeLabel: '23:00 - 00:00', count: 3 },
    { timeLabel: '01:00 - 02:00', count: 1 },
    { timeLabel: '03:00 - 04:00', count: 1 },
    { timeLabel: '09:00 - 10:00', count: 1 },
  ]);
});

test('usage is the share of keys that are out now, whatever the range', async () => {
  for (const query of [{ timeRange: '1d' }, { timeRange: '90d', period: 'previous' }])
    expect((await peakUsage(query)).usagePercentage).toBe(20);
});

test.each([
  ['all', '7d', 60],
  ['all', '1d', 40],
  ['CSE', '7d', 66.7],
  ['COMMON', '7d', 0],
  ['CSE-AIML', '7d', 0],
])('of the keys of %s, in %s, %d per cent were in use', async (department, timeRange, share) => {
  expect((await peakUsage({ department, timeRange })).usedInRangePercentage).toBe(share);
});

test('active is who signed in or moved a key, once however often', async () => {
  expect(await activeUsers()).toMatchObject({
    activeUsersCount: 5,
    usersByDepartment: [
      { _id: 'CSE', count: 2 },
      { _id: 'EEE', count: 1 },
      { _id: 'MECH', count: 1 },
      { _id: 'No department', count: 1 },
    ],
  });
});

test('each day has its active people, who brought a key back after midnight too', async () => {
  expect(countsOf((await activeUsers()).loginActivity)).toEqual([3, 0, 2, 3, 4, 2, 3]);
});

test.each([
  [{ role: 'faculty' }, 4, [2, 0, 1, 2, 3, 1, 2]],
  [{ role: 'security' }, 1, [1, 0, 1, 1, 1, 1, 1]],
  [{ role: 'admin' }, 0, [0, 0, 0, 0, 0, 0, 0]],
  [{ department: 'CSE' }, 2, [0, 0, 1, 1, 2, 1, 1]],
  [{ department: 'CSE', role: 'security' }, 0, [0, 0, 0, 0, 0, 0, 0]],
  [{ department: 'AIML' }, 0, [0, 0, 0, 0, 0, 0, 0]],
])('people can be told by %j', async (query, count, activity) => {
  const data = await activeUsers(query);
  expect(data.activeUsersCount).toBe(count);
  expect(countsOf(data.loginActivity)).toEqual(activity);
});

const routes = [api.keyUsageAnalytics, api.activeUsersAnalytics, api.peakUsageAnalytics];

test.each(routes)('$path refuses ranges and filters it does not know', async (route) => {
  for (const query of [
    { timeRange: '2d' },
    { timeRange: 'all' },
    { department: 'X' },
    { from: '1' },
  ])
    expect((await admin.call(route, { query })).status).toBe(400);
});

import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertUser } from '../../../test/factories/users.ts';
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
  for (const joined of [
    '2026-03-25T23:59:59+01:00',
    '2026-03-26T00:00:00+01:00',
    '2026-04-01T00:10:00+02:00',
  ])
    await insertUser(berlinCampus.campus.db, { createdAt: new Date(joined) });
});
afterAll(async () => {
  await berlinCampus.campus.close();
  vi.useRealTimers();
});

async function reports(query = {}) {
  return (await admin.get(api.reports, { query })).data;
}

describe('the reports', () => {
  test('count the people of the campus, the new and the active ones of the range', async () => {
    const { userAnalytics } = await reports();
    expect(userAnalytics).toMatchObject({ totalUsers: 9, newUsers: 2, activeUsers: 5 });
  });

  test('show registrations by local date, zero where nobody came', async () => {
    expect((await reports()).userAnalytics.registrationTrend).toEqual([
      { date: '2026-03-26', count: 1 },
      { date: '2026-03-27', count: 0 },
      { date: '2026-03-28', count: 0 },
      { date: '2026-03-29', count: 0 },
      { date: '2026-03-30', count: 0 },
      { date: '2026-03-31', count: 0 },
      { date: '2026-04-01', count: 1 },
    ]);
    expect((await reports({ timeRange: '30d' })).userAnalytics).toMatchObject({ newUsers: 3 });
  });

  test('of the last 24 hours name both dates', async () => {
    expect((await reports({ timeRange: '1d' })).userAnalytics).toMatchObject({
      newUsers: 1,
      activeUsers: 3,
      registrationTrend: [
        { date: '2026-03-31', count: 0 },
        { date: '2026-04-01', count: 1 },
      ],
    });
  });

  test('tell how many of the keys are in use, deleted ones apart', async () => {
    expect((await reports()).systemStatistics).toEqual({
      totalKeys: 5,
      keysInUse: 1,
      availableKeys: 4,
      reportedKeys: 0,
      usageRate: 20,
    });
  });

  test('are of own dates, both days included, over a change of clocks', async () => {
    const own = (from: string, to: string) => reports({ from, to });
    expect((await own('2026-03-25', '2026-03-29')).userAnalytics).toMatchObject({
      newUsers: 2,
      activeUsers: 4,
    });
    expect((await own('2026-03-29', '2026-03-29')).userAnalytics).toMatchObject({ activeUsers: 3 });
    const { data } = await admin.get(api.keyUsageAnalytics, {
      query: { from: '2026-03-28', to: '2026-03-30' },
    });
    expect(data.usageOverTime.map(({ _id, count }) => [_id, count])).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 4],
      ['2026-03-30', 1],
    ]);
    const before = { from: '2026-03-29', to: '2026-03-30', period: 'previous' };
    const previous = await admin.get(api.keyUsageAnalytics, { query: before });
    expect(previous.data.usageOverTime.map(({ _id, count }) => [_id, count])).toEqual([
      ['2026-03-27', 0],
      ['2026-03-28', 1],
    ]);
  });

  test.each([
    [{ from: '2026-03-01' }, 'Choose the first and the last day'],
    [{ to: '2026-03-01' }, 'Choose the first and the last day'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'The first day is after the last'],
    [{ from: '2026-03-02', to: '2026-04-02' }, 'Choose days up to today'],
    [{ from: '2025-03-31', to: '2026-04-01' }, 'Choose at most 366 days'],
    [{ from: '0001-01-01', to: '0001-02-01' }, 'Choose a time near today'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'Enter a day, for example 2026-12-24'],
  ])('refuse the own dates %j: %s', async (query, message) => {
    for (const route of [
      api.reports,
      api.reportsPdf,
      api.keyUsageAnalytics,
      api.activeUsersAnalytics,
      api.peakUsageAnalytics,
    ])
      expect(await admin.call(route, { query })).toMatchObject({ status: 400, body: { message } });
    expect(
      (await admin.call(api.reports, { query: { from: '2025-04-01', to: '2026-04-01' } })).status,
    ).toBe(200);
  });

  test('refuse a range they do not know', async () => {
    expect((await admin.call(api.reports, { query: { timeRange: '7' } })).status).toBe(400);
    expect((await admin.call(api.reportsPdf, { query: { timeRange: '7' } })).status).toBe(400);
  });
});

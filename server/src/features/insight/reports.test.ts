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
      usageRate: 20,
    });
  });

  test('refuse a range they do not know', async () => {
    expect((await admin.call(api.reports, { query: { timeRange: '7' } })).status).toBe(400);
    expect((await admin.call(api.reportsPdf, { query: { timeRange: '7' } })).status).toBe(400);
  });
});

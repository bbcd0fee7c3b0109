import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { insertUser } from '../../../test/factories/users.ts';
import { type BerlinCampus, openBerlin, stopClocksAt } from './testing/berlin-days.ts';

/** 11:30 in Berlin, eight and a half hours after the clocks went back. */
const october25th = new Date('2026-10-25T10:30:00Z');

let berlinCampus: BerlinCampus;

beforeAll(async () => {
  stopClocksAt(october25th);
  berlinCampus = await openBerlin();
  const { campus, lend } = berlinCampus;
  const key = await campus.key();
  const holder = await insertUser(campus.db);
  await lend(key.id, holder.id, '2026-10-24T12:59:59+02:00');
  await lend(key.id, holder.id, '2026-10-24T13:00:00+02:00');
  await lend(key.id, holder.id, '2026-10-24T23:59:59+02:00');
  await lend(key.id, holder.id, '2026-10-25T02:15:00+02:00');
  await lend(key.id, holder.id, '2026-10-25T02:15:00+01:00');
  await lend(key.id, holder.id, '2026-10-25T10:00:00+01:00');
});
afterAll(async () => {
  await berlinCampus.campus.close();
  vi.useRealTimers();
});

test('the hour that comes twice has two points in the last 24 hours', async () => {
  const { data } = await berlinCampus.admin.get(api.keyUsageAnalytics, {
    query: { timeRange: '1d' },
  });
  expect(data.usageOverTime).toHaveLength(24);
  expect(data.usageOverTime.filter(({ count }) => count > 0)).toEqual([
    { _id: '2026-10-24T13:00+02:00', period: '13:00', count: 1 },
    { _id: '2026-10-24T23:00+02:00', period: '23:00', count: 1 },
    { _id: '2026-10-25T02:00+02:00', period: '02:00', count: 1 },
    { _id: '2026-10-25T02:00+01:00', period: '02:00', count: 1 },
    { _id: '2026-10-25T10:00+01:00', period: '10:00', count: 1 },
  ]);
});

test('the long day has all of its 25 hours', async () => {
  const { data } = await berlinCampus.admin.get(api.keyUsageAnalytics);
  expect(data.usageOverTime.slice(-2)).toEqual([
    { _id: '2026-10-24', period: '24 Oct', count: 3 },
    { _id: '2026-10-25', period: '25 Oct', count: 3 },
  ]);
});

test('both hours count as the one that the clocks showed', async () => {
  const { data } = await berlinCampus.admin.get(api.peakUsageAnalytics);
  expect(data.peakHours.at(0)).toEqual({ timeLabel: '02:00 - 03:00', count: 2 });
});

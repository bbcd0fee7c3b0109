import { api } from '@keydesk/shared/api';
import { type RangeChoice, timeRanges } from '@keydesk/shared/insight/analytics';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertUser } from '../../../test/factories/users.ts';
import { rangesOf } from './range.ts';
import { april1st, type BerlinCampus, openBerlin, stopClocksAt } from './testing/berlin-days.ts';

const zones = ['Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns'];

test('the period before adjoins the range, in as many parts, the last over by as much', () => {
  const moments = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2030-01-01'),
    noInvalidDate: true,
  });
  const ranges = fc.constantFrom<RangeChoice>(
    ...timeRanges.map(({ value }) => ({ timeRange: value })),
    { timeRange: '7d', from: '2019-03-01', to: '2019-03-31' },
  );
  fc.assert(
    fc.property(moments, ranges, fc.constantFrom(...zones), (now, choice, zone) => {
      const { current, previous: before } = rangesOf(choice, now, zone);
      expect(before.slots).toHaveLength(current.slots.length);
      for (const { starts, ends, slots } of [current, before]) {
        expect(slots[0]?.starts).toEqual(starts);
        expect(slots.at(-1)?.ends).toEqual(ends);
        for (const [index, slot] of slots.slice(1).entries())
          expect(slot.starts).toEqual(slots[index]?.ends);
      }
      expect(before.ends.getTime()).toBeLessThanOrEqual(current.starts.getTime());
      const lengthOf = ({ slots }: typeof current, end: Date) =>
        end.getTime() - (slots.at(-1)?.starts.getTime() ?? 0);
      const runningFor = lengthOf(current, now);
      expect(lengthOf(before, before.ends)).toBeLessThanOrEqual(runningFor);
      // Less only where the day or hour before was the shorter one and is over.
      if (lengthOf(before, before.ends) < runningFor) expect(before.ends).toEqual(current.starts);
    }),
    { numRuns: 200 },
  );
});

describe('of the seven days before 26 March', () => {
  let berlinCampus: BerlinCampus;

  beforeAll(async () => {
    stopClocksAt(april1st);
    berlinCampus = await openBerlin();
    const { campus, lend } = berlinCampus;
    const key = await campus.key({ keyNumber: 'A' });
    await campus.key({ keyNumber: 'B' });
    const holder = await insertUser(campus.db, { department: 'CSE' });
    for (const at of [
      '2026-03-18T23:59:59+01:00',
      '2026-03-19T00:00:00+01:00',
      '2026-03-22T14:10:00+01:00',
      '2026-03-25T09:00:00+01:00',
      // The running day is over until 10:00.
      '2026-03-25T10:00:00+01:00',
      '2026-03-26T00:00:00+01:00',
      '2026-04-01T09:00:00+02:00',
    ])
      await lend(key.id, holder.id, at);
  });
  afterAll(async () => {
    await berlinCampus.campus.close();
    vi.useRealTimers();
  });

  const query = { period: 'previous' };

  test('the usage is counted up to the time that it is now', async () => {
    const { data } = await berlinCampus.admin.get(api.keyUsageAnalytics, { query });
    expect(data.usageOverTime.map(({ period, count }) => [period, count])).toEqual([
      ['19 Mar', 1],
      ['20 Mar', 0],
      ['21 Mar', 0],
      ['22 Mar', 1],
      ['23 Mar', 0],
      ['24 Mar', 0],
      ['25 Mar', 1],
    ]);
    expect(data.totalUsage).toBe(3);
    const now = await berlinCampus.admin.get(api.keyUsageAnalytics);
    expect(now.data.totalUsage).toBe(2);
  });

  test('so are the hours, the share of keys and who was active', async () => {
    const { admin } = berlinCampus;
    const { data: peak } = await admin.get(api.peakUsageAnalytics, { query });
    expect(peak.hourlyUsage.filter(({ count }) => count > 0)).toEqual([
      { _id: '00', period: '00:00', count: 1 },
      { _id: '09', period: '09:00', count: 1 },
      { _id: '14', period: '14:00', count: 1 },
    ]);
    expect(peak.usedInRangePercentage).toBe(50);
    const { data: people } = await admin.get(api.activeUsersAnalytics, {
      query: { ...query, department: 'CSE' },
    });
    expect(people.activeUsersCount).toBe(1);
    expect(people.loginActivity.map(({ count }) => count)).toEqual([1, 0, 0, 1, 0, 0, 1]);
  });

  test('another period is refused', async () => {
    for (const route of [api.keyUsageAnalytics, api.activeUsersAnalytics, api.peakUsageAnalytics])
      expect((await berlinCampus.admin.call(route, { query: { period: 'next' } })).status).toBe(
        400,
      );
  });
});

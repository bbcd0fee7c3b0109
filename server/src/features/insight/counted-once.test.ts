import { api } from '@keydesk/shared/api';
import { dayMs, minuteMs, toLocalTime } from '@keydesk/shared/core/dates';
import { localDay } from '@keydesk/shared/due/calendar';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { closed, loanRow, promise } from '../../../test/factories/loans.ts';
import { insertUser } from '../../../test/factories/users.ts';
import { loans as loansTable } from '../../db/schema.ts';
import { type BerlinCampus, openBerlin, stopClocksAt } from './testing/berlin-days.ts';
import { hoursBetween, plainCount } from './testing/plain-count.ts';
import { type RandomLoan, randomLoans } from './testing/random-loans.ts';

let opened: BerlinCampus;

afterEach(async () => {
  await opened.campus.close();
  vi.useRealTimers();
});

function countsOf(points: readonly { count: number }[]) {
  return points.map(({ count }) => count);
}

async function ask(query: Record<string, string>) {
  const { admin } = opened;
  const usage = (await admin.get(api.keyUsageAnalytics, { query })).data;
  const people = (await admin.get(api.activeUsersAnalytics, { query })).data;
  const peak = (await admin.get(api.peakUsageAnalytics, { query })).data;
  const { outAtNight, userAnalytics } = (await admin.get(api.reports, { query })).data;
  return {
    ids: usage.usageOverTime.map(({ _id }) => _id),
    usage: countsOf(usage.usageOverTime),
    keys: usage.mostUsedKeys.map(({ usageCount }) => usageCount),
    active: countsOf(people.loginActivity),
    activeAtAll: people.activeUsersCount,
    activeInReport: userAnalytics.activeUsers,
    hours: countsOf(peak.hourlyUsage),
    nights: outAtNight?.loans.map(({ nights }) => nights),
  };
}

/** The same, counted from the loans alone. */
function expected(
  ids: string[],
  loans: readonly RandomLoan[],
  timezone: string,
  now: Date,
): Awaited<ReturnType<typeof ask>> {
  const { taken, active, onDay, inHour } = plainCount(loans, timezone);
  const slots = ids[0]?.includes('T') ? hoursBetween(ids, now) : ids.map(onDay);
  const anyOf = (moment: Date) => slots.some((within) => within(moment));
  const ofKeys = [0, 1, 2].map(
    (key) => loans.filter((loan) => loan.key === key && anyOf(loan.taken)).length,
  );
  return {
    ids,
    usage: slots.map(taken),
    keys: ofKeys.filter((count) => count > 0).toSorted((one, other) => other - one),
    active: slots.map(active),
    activeAtAll: active(anyOf),
    activeInReport: active(anyOf),
    hours: Array.from({ length: 24 }, (_, hour) => taken(inHour(hour, anyOf))),
    nights: lateNights(loans, timezone, now, anyOf),
  };
}

/** Of each loan, in how many nights it was overdue at four: by a look at every quarter of an hour. */
function lateNights(
  loans: readonly RandomLoan[],
  timezone: string,
  now: Date,
  within: (moment: Date) => boolean,
): number[] {
  const quarters = Array.from({ length: 10 * 96 }, (_, index) => {
    const quarterMs = 15 * minuteMs;
    return new Date((Math.floor(now.getTime() / quarterMs) - index) * quarterMs);
  });
  const fours = quarters.filter((moment) => {
    const { hour, minute } = toLocalTime(moment, timezone);
    return hour === 4 && minute === 0 && within(moment);
  });
  return loans
    .map(({ taken, returned }) => {
      const { graceUntil } = promise(taken);
      return fours.filter((four) => graceUntil <= four && (!returned || returned > four)).length;
    })
    .filter((nights) => nights > 0)
    .toSorted((one, other) => other - one);
}

/** Clocks that change by an hour and by half of one, zones off the full hour, days just begun. */
test.each([
  ['Europe/Berlin', '2026-03-29T13:34:00Z'],
  ['Europe/Berlin', '2026-10-25T22:05:00Z'],
  ['Asia/Kolkata', '2026-06-10T18:33:00Z'],
  ['Australia/Lord_Howe', '2026-04-05T03:15:00Z'],
  ['America/St_Johns', '2026-03-08T23:50:00Z'],
])('in %s at %s all time is counted once', async (timezone, at) => {
  const now = new Date(at);
  stopClocksAt(now);
  opened = await openBerlin({ CAMPUS_TIMEZONE: timezone });
  const { campus, deskId } = opened;
  const keys = [await campus.key(), await campus.key(), await campus.key()];
  const holders = await Promise.all([0, 1, 2, 3].map(() => insertUser(campus.db)));

  const store = async (loans: readonly RandomLoan[]) => {
    const rows = loans.map(({ key, holder, taken, returned }) => {
      const [keyId, holderId] = [keys[key]?.id ?? '', holders[holder]?.id ?? ''];
      const row = loanRow({ keyId, holderId, handedBy: deskId, takenAt: taken });
      return returned ? closed(row, { returnedAt: returned }) : row;
    });
    if (rows.length > 0) await campus.db.orm.insert(loansTable).values(rows);
  };

  await fc.assert(
    fc.asyncProperty(randomLoans(now, 9), fc.nat(3), async (loans, daysAgo) => {
      await campus.db.query('DELETE FROM loans');
      await store(loans);
      const day = (ago: number) => localDay(new Date(now.getTime() - ago * dayMs), { timezone });
      const own = { from: day(6), to: day(daysAgo) };
      for (const choice of [{ timeRange: '1d' }, { timeRange: '7d' }, own]) {
        const answer = await ask(choice);
        if (choice === own) expect([answer.ids[0], answer.ids.at(-1)]).toEqual([own.from, own.to]);
        expect(answer).toEqual(expected(answer.ids, loans, timezone, now));
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

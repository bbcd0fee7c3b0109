import { registrationDepartments } from '@keydesk/shared/campus/campus';
import {
  keyBlocks,
  keyCategories,
  keyDepartments,
} from '@keydesk/shared/campus/testing/new-campus';
import { needsRegistration } from '@keydesk/shared/http/roles';
import { describe, expect, test } from 'vitest';
import type { LoanRow } from '../test/factories/loans.ts';
import { campusDays, minuteOfDay } from './calendar.ts';
import type { DemoOptions } from './campus.ts';
import { generateDemoData } from './demo-data.ts';

function optionsAt(now: string, timezone = 'Asia/Kolkata'): DemoOptions {
  return {
    now: new Date(now),
    timezone,
    mailboxes: {},
    issuer: 'https://identity.test',
    subjectOf: (email) => `subject of ${email}`,
  };
}

const moments: [string, DemoOptions][] = [
  ['a Wednesday morning', optionsAt('2025-11-19T05:30:00Z')],
  ['just after midnight', optionsAt('2025-11-19T18:40:00Z')],
  ['a Sunday night', optionsAt('2025-11-22T22:00:00Z')],
  ['a Monday before the desk opens', optionsAt('2025-11-24T01:00:00Z')],
  ['a Friday evening', optionsAt('2025-11-21T15:00:00Z')],
  ['a campus whose clocks have changed', optionsAt('2025-11-20T15:00:00Z', 'America/New_York')],
  ['a campus a day ahead', optionsAt('2025-11-20T15:00:00Z', 'Pacific/Kiritimati')],
];

function grouped<T>(items: readonly T[], groupOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item]);
  return groups;
}

function overlaps(loans: readonly LoanRow[]): LoanRow[] {
  return [...grouped(loans, ({ keyId }) => keyId).values()].flatMap((ofKey) =>
    ofKey
      .toSorted((one, other) => one.takenAt.getTime() - other.takenAt.getTime())
      .filter((loan, index, sorted) => {
        const before = sorted[index - 1];
        return before && (before.returnedAt === null || before.returnedAt > loan.takenAt);
      }),
  );
}

describe.each(moments)('the demo told on %s', (_, options) => {
  const { now, timezone } = options;
  const { users, loans, notifications } = generateDemoData(options);
  const open = loans.filter(({ returnedAt }) => !returnedAt);
  const person = (id: string | null) => users.find((user) => user.id === id);
  const named = (email: string) => users.find((user) => user.email === email);
  const [today, yesterday, ...earlier] = campusDays(now, timezone, 120);

  test('the loans of a key never overlap', () => {
    expect(overlaps(loans)).toEqual([]);
  });

  test('nothing has happened before its time, or after now', () => {
    const begin = now.getTime() - 90 * 86_400_000;
    for (const { takenAt, returnedAt, holderId } of loans) {
      expect(takenAt.getTime()).toBeGreaterThanOrEqual(begin);
      expect((returnedAt ?? now) >= takenAt).toBe(true);
      expect((returnedAt ?? takenAt) <= now).toBe(true);
      expect(takenAt >= (person(holderId)?.createdAt ?? now)).toBe(true);
    }
    for (const { lastLogin, createdAt } of users)
      expect(lastLogin && lastLogin >= createdAt && lastLogin <= now).toBe(true);
    for (const { createdAt, readAt } of notifications)
      expect(createdAt && createdAt <= (readAt ?? now) && (readAt ?? now) <= now).toBe(true);
  });

  test('some twenty keys are out, a few of them since earlier days', () => {
    expect(open.length).toBeGreaterThanOrEqual(18);
    expect(open.length).toBeLessThanOrEqual(25);
    const morning = today?.midnight ?? now;
    expect(open.filter(({ takenAt }) => takenAt < morning).length).toBeGreaterThanOrEqual(3);
  });

  test('Asha Rao has three keys, one since yesterday, and clear favourites', () => {
    const asha = named('asha.rao@campus.test');
    const hers = loans.filter(({ holderId }) => holderId === asha?.id);
    const taken = hers.filter(({ returnedAt }) => !returnedAt);
    expect(taken).toHaveLength(3);
    const afternoon = yesterday?.at(15 * 60 + 40);
    expect(taken.some(({ takenAt }) => Number(takenAt) === Number(afternoon))).toBe(true);
    const counts = [...grouped(hers, ({ keyId }) => keyId).values()]
      .map(({ length }) => length)
      .sort((one, other) => other - one);
    expect(counts[4]).toBeGreaterThanOrEqual(10);
    expect(counts[0]).toBeGreaterThan((counts[4] ?? 0) * 2);
  });

  test('only people who may borrow do, and the desk hands out and receives', () => {
    for (const { holderId, handedBy, receivedBy, returnedAt } of loans) {
      const holder = person(holderId);
      expect(['faculty', 'security', 'admin']).toContain(holder?.role);
      expect(holder && needsRegistration(holder)).toBe(false);
      expect(person(handedBy)?.role).toBe('security');
      if (returnedAt) expect(person(receivedBy)?.role).toBe('security');
    }
  });

  test('who brought a key back agrees with how it came back', () => {
    for (const { returnType, returnedBy, receivedBy, holderId } of loans) {
      if (returnType === 'own' || returnType === 'batch') expect(returnedBy).toBe(holderId);
      if (returnType === 'collected') expect(returnedBy).toBe(receivedBy);
      if (returnType === 'volunteer') expect(returnedBy).not.toBe(holderId);
    }
    const share = (type: string) =>
      loans.filter(({ returnType }) => returnType === type).length / loans.length;
    expect(share('own')).toBeGreaterThan(0.5);
    for (const type of ['collected', 'volunteer', 'batch'])
      expect(share(type)).toBeGreaterThan(0.05);
  });

  test('working days are busy, weekends quiet, mornings and afternoons fuller than lunch', () => {
    const days = [today, yesterday, ...earlier].filter((day) => day !== undefined);
    const weekday = (loan: LoanRow) => days.find((day) => day.midnight <= loan.takenAt)?.weekday;
    const weekend = loans.filter((loan) => [0, 6].includes(weekday(loan) ?? 0));
    expect(weekend.length).toBeGreaterThan(0);
    expect(weekend.length).toBeLessThan(loans.length / 10);
    const inHour = (hour: number) =>
      loans.filter(({ takenAt }) => Math.floor(minuteOfDay(days, takenAt) / 60) === hour).length;
    expect(inHour(9)).toBeGreaterThan(inHour(12) * 1.5);
    expect(inHour(14)).toBeGreaterThan(inHour(12) * 1.5);
  });
});

const story = generateDemoData(optionsAt('2025-11-19T05:30:00Z'));

test('every department, block and category has keys; their numbers are unique and short', () => {
  const present = (field: 'department' | 'block' | 'category') =>
    [...new Set(story.keys.map((key) => key[field]))].sort();
  expect(present('department')).toEqual([...keyDepartments].sort());
  expect(present('block')).toEqual([...keyBlocks].sort());
  expect(present('category')).toEqual([...keyCategories].sort());
  expect(new Set(story.keys.map(({ keyNumber }) => keyNumber.toLowerCase())).size).toBe(
    story.keys.length,
  );
  for (const { keyNumber } of story.keys) expect(keyNumber).toMatch(/^[A-Z]{1,5}-\d{3}$/);
});

test('forty people: faculty of every registration department, and every other role', () => {
  expect(story.users).toHaveLength(40);
  const faculty = story.users.filter(({ role }) => role === 'faculty');
  expect([...new Set(faculty.map(({ department }) => department))].sort()).toEqual(
    registrationDepartments.map(({ value }) => value).sort(),
  );
  expect(new Set(faculty.map(({ facultyId }) => facultyId)).size).toBe(faculty.length);
  expect([...new Set(story.users.map(({ role }) => role))].sort()).toEqual([
    'admin',
    'faculty',
    'operator',
    'pending',
    'responder',
    'security',
  ]);
});

test('the story is the same when it is told again', () => {
  expect(generateDemoData(optionsAt('2025-11-19T05:30:00Z'))).toEqual(story);
});

test('configured mailboxes take the places of the admin and the desk', () => {
  const mailboxes = { adminEmail: 'Asha.Rao@campus.test', securityEmail: 'gate@college.test' };
  const { users } = generateDemoData({ ...optionsAt('2025-11-19T05:30:00Z'), mailboxes });
  const roleOf = (email: string) =>
    users.filter((user) => user.email === email).map(({ role }) => role);
  expect(roleOf('asha.rao@campus.test')).toEqual(['admin']);
  expect(roleOf('gate@college.test')).toEqual(['security']);
  expect(roleOf('security@campus.test')).toEqual([]);
});

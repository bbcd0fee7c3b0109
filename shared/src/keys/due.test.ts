import { describe, expect, test } from 'vitest';
import { dueAt, isOverdue, latestReminder } from './due.ts';

const kolkata = { reminderTime: '17:20', timezone: 'Asia/Kolkata' };
const berlin = { reminderTime: '02:30', timezone: 'Europe/Berlin' };

function at(text: string) {
  return new Date(text);
}

describe('a key is due', () => {
  test('the same day when it is taken before the reminder time of the campus', () => {
    expect(dueAt(at('2026-03-10T04:00:00Z'), kolkata)).toEqual(at('2026-03-10T11:50:00Z'));
  });

  test('the next day when it is taken at the reminder time or later', () => {
    expect(dueAt(at('2026-03-10T11:50:00Z'), kolkata)).toEqual(at('2026-03-11T11:50:00Z'));
    expect(dueAt(at('2026-03-10T20:00:00Z'), kolkata)).toEqual(at('2026-03-11T11:50:00Z'));
  });

  test('by the date of the campus, not by that of UTC', () => {
    expect(dueAt(at('2026-03-10T18:31:00Z'), kolkata)).toEqual(at('2026-03-11T11:50:00Z'));
  });

  test('at the same time of day across both changes of daylight saving', () => {
    const evening = { reminderTime: '17:20', timezone: 'Europe/Berlin' };
    expect(dueAt(at('2026-03-28T20:00:00Z'), evening)).toEqual(at('2026-03-29T15:20:00Z'));
    expect(dueAt(at('2026-10-24T20:00:00Z'), evening)).toEqual(at('2026-10-25T16:20:00Z'));
  });

  test('once on a day whose reminder time does not exist', () => {
    const due = dueAt(at('2026-03-28T12:00:00Z'), berlin);
    expect(due.getTime()).toBeGreaterThan(at('2026-03-29T00:00:00Z').getTime());
    expect(due.getTime()).toBeLessThan(at('2026-03-29T02:00:00Z').getTime());
  });
});

test('a key is overdue from its due moment on', () => {
  const taken = at('2026-03-10T04:00:00Z');
  expect(isOverdue(taken, at('2026-03-10T11:49:59Z'), kolkata)).toBe(false);
  expect(isOverdue(taken, at('2026-03-10T11:50:00Z'), kolkata)).toBe(true);
});

test('the latest reminder is today’s once its time has come, else yesterday’s', () => {
  expect(latestReminder(at('2026-03-10T11:50:00Z'), kolkata)).toEqual(at('2026-03-10T11:50:00Z'));
  expect(latestReminder(at('2026-03-10T11:49:00Z'), kolkata)).toEqual(at('2026-03-09T11:50:00Z'));
});

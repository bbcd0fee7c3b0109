import { expect, test } from 'vitest';
import { campusDays, minuteOfDay } from './calendar.ts';

test("days are the campus's own, today first", () => {
  const now = new Date('2025-11-19T20:00:00Z');
  const [today, yesterday] = campusDays(now, 'Asia/Kolkata', 2);
  expect(today).toMatchObject({ daysAgo: 0, weekday: 4 });
  expect(today?.at(9 * 60)).toEqual(new Date('2025-11-20T03:30:00Z'));
  expect(yesterday).toMatchObject({ daysAgo: 1, weekday: 3 });
});

test('nine in the morning is nine before and after the clocks change', () => {
  const now = new Date('2025-11-03T15:00:00Z');
  const days = campusDays(now, 'America/New_York', 3);
  expect(days.map((day) => day.at(9 * 60).toISOString())).toEqual([
    '2025-11-03T14:00:00.000Z',
    '2025-11-02T14:00:00.000Z',
    '2025-11-01T13:00:00.000Z',
  ]);
  expect(minuteOfDay(days, new Date('2025-11-01T13:30:00Z'))).toBe(9 * 60 + 30);
});

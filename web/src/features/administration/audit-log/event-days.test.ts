import { expect, test } from 'vitest';
import { dayLabel, isSameDay } from './audit-events.tsx';

const timezone = 'Asia/Kolkata';
const now = Date.parse('2026-03-10T09:30:00+05:30');

function at(day: number, hour: number): string {
  return new Date(Date.UTC(2026, 2, day, hour) - 5.5 * 3_600_000).toISOString();
}

test('days are those of the campus', () => {
  expect(isSameDay(at(10, 0), at(10, 23), timezone)).toBe(true);
  expect(isSameDay(at(9, 23), at(10, 0), timezone)).toBe(false);
  expect(isSameDay(at(9, 23), at(10, 0), 'UTC')).toBe(true);
});

test('the last two days have names, the others a date', () => {
  expect(dayLabel(at(10, 0), now, timezone)).toBe('Today');
  expect(dayLabel(at(9, 23), now, timezone)).toBe('Yesterday');
  expect(dayLabel(at(9, 0), now, timezone)).toBe('Yesterday');
  expect(dayLabel(at(8, 23), now, timezone)).toBe('Sun, 8 Mar 2026');
});

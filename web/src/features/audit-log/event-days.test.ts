import { expect, test } from 'vitest';
import { dayLabel, isSameDay } from './event-days.ts';

const now = new Date(2026, 2, 10, 9, 30).getTime();

function at(day: number, hour: number): string {
  return new Date(2026, 2, day, hour).toISOString();
}

test('days are those of the reader', () => {
  expect(isSameDay(at(10, 0), at(10, 23))).toBe(true);
  expect(isSameDay(at(9, 23), at(10, 0))).toBe(false);
});

test('the last two days have names, the others a date', () => {
  expect(dayLabel(at(10, 0), now)).toBe('Today');
  expect(dayLabel(at(9, 23), now)).toBe('Yesterday');
  expect(dayLabel(at(9, 0), now)).toBe('Yesterday');
  expect(dayLabel(at(8, 23), now)).toMatch(/2026/);
});

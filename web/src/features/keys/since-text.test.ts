import { expect, test } from 'vitest';
import { sinceText } from './since-text.ts';

const at = (day: number, hour: number, minute = 0): Date => new Date(2026, 2, day, hour, minute);
const text = (taken: Date, now: Date): string => sinceText(taken.toISOString(), now.getTime());
const clock = (time: Date): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time);

test('today needs only the time', () => {
  expect(text(at(4, 9, 5), at(4, 17))).toBe(clock(at(4, 9, 5)));
});

test('late last night is yesterday, however few hours ago', () => {
  expect(text(at(3, 23, 50), at(4, 0, 10))).toBe(`yesterday, ${clock(at(3, 23, 50))}`);
});

test('longer ago names the date', () => {
  const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
  expect(text(at(1, 9), at(4, 9))).toBe(`${date.format(at(1, 9))}, ${clock(at(1, 9))}`);
});

test('a hand-out a moment ahead of this device’s clock is today’s', () => {
  expect(text(at(4, 9, 1), at(4, 9))).toBe(clock(at(4, 9, 1)));
});

test('what is no time says nothing', () => {
  expect(sinceText('soon', Date.now())).toBe('');
});

import { expect, onTestFinished, test } from 'vitest';
import { speak } from '../texts/translator.ts';
import {
  clockText,
  compareNumbers,
  dateRangeText,
  dateText,
  dayText,
  decimalText,
  durationText,
  joinedText,
  largestUnitText,
  listText,
  momentText,
  namesText,
  nearDayText,
  percentText,
  weekdayName,
} from './formats.ts';

const zone = 'Asia/Kolkata';
const now = '2026-11-27T10:00:00Z';
const at = '2026-11-26T20:00:00Z';

test.each([
  ['time', '01:30'],
  ['day', '27 Nov'],
  ['day-time', '27 Nov, 01:30'],
  ['date', '27 Nov 2026'],
  ['date-time', '27 Nov 2026, 01:30'],
  ['weekday-time', 'Fri 27 Nov, 01:30'],
  ['weekday-date', 'Fri, 27 Nov 2026'],
  ['weekday-date-time', 'Fri, 27 Nov 2026, 01:30'],
  ['zoned-date-time', 'Fri, 27 Nov 2026, 01:30 GMT+5:30'],
] as const)('a moment as %s reads %s on the campus', (style, text) => {
  expect(dateText(at, style, zone)).toBe(text);
});

test.each([
  ['of today', at, '01:30', '27 Nov', 'today'],
  ['of yesterday', '2026-11-26T10:00:00Z', '26 Nov, 15:30', '26 Nov', 'yesterday'],
  ['of tomorrow', '2026-11-27T18:30:00Z', '28 Nov, 00:00', '28 Nov', 'tomorrow'],
  ['of last year', '2025-11-27T10:00:00Z', '27 Nov 2025, 15:30', '27 Nov 2025', '27 Nov'],
])('a moment %s says no more than it must', (_which, moment, text, day, nearDay) => {
  expect(momentText(moment, now, zone)).toBe(text);
  expect(dayText(moment, now, zone)).toBe(day);
  expect(nearDayText(moment, now, zone)).toBe(nearDay);
});

test('a range does not repeat its day', () => {
  expect(dateRangeText(at, now, 'date-time', zone)).toBe('27 Nov 2026, 01:30–15:30');
});

test('numbers, lengths of time and lists read as people write them', () => {
  expect(percentText(6.2)).toBe('6.2%');
  expect(percentText(100)).toBe('100.0%');
  expect(decimalText(5.94)).toBe('5.9');
  expect(joinedText(['One', 'Two'], 'full-stop')).toBe('One. Two');
  expect(clockText(65)).toBe('01:05');
  expect(largestUnitText(49 * 3_600_000)).toBe('2 days');
  expect(largestUnitText(3_600_000)).toBe('1 hour');
  expect(listText(['A', 'B', 'C'])).toBe('A, B and C');
  expect(listText(['A', 'B'], 'disjunction')).toBe('A or B');
  expect(namesText(['A', 'B'])).toBe('A, B');
  expect(namesText(['A', 'B'], 3, '3 more')).toBe('A, B and 3 more');
  expect(['A-10', 'A-2'].toSorted((one, other) => compareNumbers(one, other))[0]).toBe('A-2');
});

test('another language needs no code', () => {
  expect(dateText(at, 'date', zone, 'te')).toBe('27 నవం, 2026');
  expect(momentText(at, now, zone, 'de')).toBe('01:30');
  expect(nearDayText(at, now, zone, 'de')).toBe('heute');
  expect(weekdayName(7, 'weekday', 'de')).toBe('Sonntag');
  expect(durationText(100 * 60_000, 'de')).toBe('1 Std. 40 Min.');
  expect(listText(['A', 'B'], 'conjunction', 'de')).toBe('A und B');
  expect(percentText(6.2, 'de')).toBe('6,2\u00a0%');
  expect(decimalText(5.94, 'de')).toBe('5,9');
});

test('a list of codes is read from right to left in Urdu, each code from left to right', () => {
  expect(listText(['A-1', 'B-2'], 'conjunction', 'ur')).toBe('\u2068A-1\u2069 اور \u2068B-2\u2069');
  expect(joinedText(['A-1', 'B-2'], 'comma', 'ur')).toBe('\u2068A-1\u2069,\u200f \u2068B-2\u2069');
});

test('dates, durations and lists are in the language spoken', () => {
  onTestFinished(() => speak('en'));
  speak('de');
  expect(dateText('2026-12-24T10:00:00Z', 'day', zone)).toBe('24. Dez.');
  expect(nearDayText(at, now, zone)).toBe('heute');
  expect(largestUnitText(2 * 86_400_000)).toBe('2 Tage');
  expect(listText(['A', 'B'], 'conjunction')).toBe('A und B');
});

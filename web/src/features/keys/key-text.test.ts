import { expect, test } from 'vitest';
import { formatTime } from '../../lib/format.ts';
import { placeOf, shortDateTimeText } from './key-parts.tsx';

const blocks = ['A', 'C', 'LIB', 'OTHER'].map((code) => ({
  code,
  label: { LIB: 'Library', OTHER: 'Other' }[code] ?? code,
  position: 1,
  retired: false,
  version: 1,
}));

test('the block is written before the location, as the campus calls it', () => {
  expect(placeOf({ block: 'C', location: 'Floor 2' }, blocks)).toBe('Block C · Floor\u00a02');
  expect(placeOf({ block: 'LIB', location: 'Hall' }, blocks)).toBe('Library · Hall');
  expect(placeOf({ block: 'NEW', location: 'Hall' }, blocks)).toBe('NEW · Hall');
});

test('a location that names its block already is left alone', () => {
  expect(placeOf({ block: 'A', location: 'A Block, Floor 1' }, blocks)).toBe(
    'A Block, Floor\u00a01',
  );
  expect(placeOf({ block: 'LIB', location: 'Library, reading room' }, blocks)).toBe(
    'Library, reading room',
  );
});

test('no particular block leaves the location as it is', () => {
  expect(placeOf({ block: 'OTHER', location: 'Main gate' }, blocks)).toBe('Main gate');
});

function at(day: number, hour: number, minute = 0): Date {
  return new Date(2026, 2, day, hour, minute);
}

function text(moment: Date, now: Date): string {
  return shortDateTimeText(moment, now.getTime());
}

function clock(time: Date): string {
  return formatTime(time.getTime());
}

test('today needs only the time', () => {
  expect(text(at(4, 9, 5), at(4, 17))).toBe(clock(at(4, 9, 5)));
  expect(text(at(4, 17, 20), at(4, 9))).toBe(clock(at(4, 17, 20)));
});

test('late last night is yesterday, however few hours ago', () => {
  expect(text(at(3, 23, 50), at(4, 0, 10))).toBe(`yesterday, ${clock(at(3, 23, 50))}`);
});

test('the next day is tomorrow', () => {
  expect(text(at(5, 17, 20), at(4, 18))).toBe(`tomorrow, ${clock(at(5, 17, 20))}`);
});

test('further away names the date', () => {
  expect(text(at(1, 9), at(4, 9))).toBe(`1 Mar, ${clock(at(1, 9))}`);
});

test('what is no moment says nothing', () => {
  expect(text(new Date('soon'), at(4, 9))).toBe('');
});

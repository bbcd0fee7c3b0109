import { deviceTimezone } from '@keydesk/shared/core/dates';
import { expect, test } from 'vitest';
import { dueInWords, dueText, untilText } from './due.ts';
import { formatTime } from './format.ts';

const here = deviceTimezone;

function at(day: number, hour: number, minute = 0): Date {
  return new Date(2026, 2, day, hour, minute);
}

function due(day: number): string {
  return at(day, 17, 20).toISOString();
}

const time = formatTime(at(4, 17, 20).getTime(), here);

test.each([
  ['taken before closing', due(4), at(4, 9, 1), `due today ${time}`],
  ['taken after it', due(5), at(4, 18, 1), `due tomorrow ${time}`],
  ['at closing', due(4), at(4, 17, 20), `was due today ${time}`],
  ['the morning after', due(4), at(5, 8), `was due yesterday ${time}`],
])('a key %s', (_, dueAt, now, text) => {
  expect(dueText(dueAt, now.getTime(), here)).toBe(text);
});

test('a due time that is days ago names the date', () => {
  expect(dueText(due(4), at(9, 9).getTime(), here)).toBe(`was due 4 Mar ${time}`);
});

test('a key without a due time says so', () => {
  expect(dueText(null, 0, here)).toBe('no due time');
  expect(dueInWords(null, 0, here)).toBe('no due time');
});

test.each([
  [at(4, 16, 40), `due today ${time}, in 40 min`],
  [at(4, 14, 30), `due today ${time}, in 2 h 50 min`],
  [at(4, 15, 20), `due today ${time}, in 2 h`],
  [at(4, 14, 0), `due today ${time}`],
  [at(4, 18, 25), `was due today ${time}, 1 h 5 min ago`],
  [at(4, 21, 0), `was due today ${time}`],
])('at %s it says how long that is, while it is near', (now, text) => {
  expect(dueInWords(due(4), now.getTime(), here)).toBe(text);
});

test.each([
  ['today needs only the time', at(4, 9, 5), at(4, 17), ''],
  [
    'late last night is yesterday, however few hours ago',
    at(3, 23, 50),
    at(4, 0, 10),
    'yesterday ',
  ],
  ['the next day is tomorrow', at(5, 17, 20), at(4, 18), 'tomorrow '],
  ['further away names the date', at(1, 9), at(4, 9), '1 Mar '],
])('%s', (_, moment, now, day) => {
  const clock = formatTime(moment.getTime(), here);
  expect(untilText(moment.toISOString(), now.getTime(), here)).toBe(`${day}${clock}`);
});

test('days and times are those of the campus, wherever the reader is', () => {
  const [dueAt, now] = ['2026-03-04T20:00:00.000Z', Date.parse('2026-03-04T12:00:00.000Z')];
  const time = (timezone: string) => formatTime(Date.parse(dueAt), timezone);
  expect(time('Asia/Kolkata')).toMatch(/^0?1:30/);
  expect(dueText(dueAt, now, 'Asia/Kolkata')).toBe(`due tomorrow ${time('Asia/Kolkata')}`);
  expect(dueText(dueAt, now, 'America/New_York')).toBe(`due today ${time('America/New_York')}`);
  expect(untilText(dueAt, now, 'Asia/Kolkata')).toBe(`tomorrow ${time('Asia/Kolkata')}`);
  expect(untilText(dueAt, now, 'America/New_York')).toBe(time('America/New_York'));
});

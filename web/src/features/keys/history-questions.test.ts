import { hourMs, minuteMs } from '@keydesk/shared/core/dates';
import { localDay } from '@keydesk/shared/due/calendar';
import { expect, test } from 'vitest';
import { periodOf } from './history-questions.tsx';

/** Days on which clocks change: by an hour, by half of one, at midnight, or never. */
test.each([
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['America/St_Johns', '2026-03-08'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Kolkata', '2026-06-10'],
])('in %s the day %s is all of its moments, and no others', (timezone, day) => {
  const { from = '', to = '' } = periodOf({ from: day, to: day }, timezone);
  const noon = Date.parse(`${day}T12:00Z`);
  for (let at = noon - 48 * hourMs; at < noon + 48 * hourMs; at += 15 * minuteMs) {
    const moment = new Date(at);
    const isWithin = moment.toISOString() >= from && moment.toISOString() < to;
    expect([moment, isWithin]).toEqual([moment, localDay(moment, { timezone }) === day]);
  }
});

test('days that are left open leave the period open', () => {
  expect(periodOf({ from: '', to: '' })).toEqual({});
  expect(Object.keys(periodOf({ from: '2026-06-10', to: '' }))).toEqual(['from']);
});

import { expect, test } from 'vitest';
import { fromLocalTime, sortableTime } from './dates.ts';

test.each([
  ['an ordinary time', 'Asia/Kolkata', '2026-03-10T17:20', '2026-03-10T11:50'],
  ['a time that clocks skip, east', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30'],
  ['a time that clocks skip, west', 'America/St_Johns', '2026-03-08T02:30', '2026-03-08T06:00'],
  ['half an hour skipped', 'Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45'],
  ['the later of two, east', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T01:30'],
  ['the later of two, west', 'America/St_Johns', '2026-11-01T01:30', '2026-11-01T05:00'],
  ['half an hour twice', 'Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T15:15'],
])('%s', (_what, timezone, local, utc) => {
  expect(fromLocalTime(Date.parse(`${local}Z`), timezone)).toEqual(new Date(`${utc}Z`));
});

test('the earlier of two, where that is asked for', () => {
  const local = Date.parse('2026-10-25T02:30Z');
  const earlier = fromLocalTime(local, 'Europe/Berlin', 'earlier');
  expect(earlier).toEqual(new Date('2026-10-25T00:30Z'));
});

test.each([
  ['Asia/Kolkata', '2026-03-10T11:50', '2026-03-10 17:20:00'],
  ['Europe/Berlin', '2026-10-24T23:59', '2026-10-25 01:59:00'],
  ['Europe/Berlin', '2026-10-25T00:30', '2026-10-25 02:30:00 +02:00'],
  ['Europe/Berlin', '2026-10-25T01:30', '2026-10-25 02:30:00 +01:00'],
  ['Europe/Berlin', '2026-10-25T02:00', '2026-10-25 03:00:00'],
  ['Europe/Berlin', '2026-03-29T01:30', '2026-03-29 03:30:00'],
  ['America/St_Johns', '2026-11-01T05:00', '2026-11-01 01:30:00 -03:30'],
])('files write, in %s, %s as %s', (timezone, utc, text) => {
  expect(sortableTime(new Date(`${utc}Z`), timezone)).toBe(text);
});

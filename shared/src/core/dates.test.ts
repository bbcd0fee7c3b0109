import { expect, test } from 'vitest';
import { fromLocalTime } from './dates.ts';

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

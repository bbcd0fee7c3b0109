import { expect, test } from 'vitest';
import { fromDateTimeField, toDateTimeField } from './format.ts';

test.each([
  ['2026-03-02T13:30:00.000Z', 'Asia/Kolkata', '2026-03-02T19:00'],
  ['2026-03-02T20:00:00.000Z', 'Asia/Kolkata', '2026-03-03T01:30'],
  ['2026-07-02T17:00:00.000Z', 'Europe/Berlin', '2026-07-02T19:00'],
  ['2026-03-02T00:00:00.000Z', 'America/St_Johns', '2026-03-01T20:30'],
])('%s is typed in %s as %s', (instant, timezone, value) => {
  expect(toDateTimeField(Date.parse(instant), timezone)).toBe(value);
  expect(fromDateTimeField(value, timezone)).toBe(instant);
});

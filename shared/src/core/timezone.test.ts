import { expect, test } from 'vitest';
import { isTimezone } from './dates.ts';

test.each([
  ...['Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Europe/Berlin'],
  ...['Etc/GMT+5', 'US/Eastern', 'UTC', 'GMT', 'Singapore', ...Intl.supportedValuesOf('timeZone')],
])('%s is a time zone', (name) => {
  expect(isTimezone(name)).toBe(true);
});

test.each([
  ...['BST', 'IST', 'EST', 'cst', 'Mars', 'Mars/Olympus', 'Asia/', '/Kolkata', ''],
  ...['+05:30', 'UTC+5', 'Asia/Kolkata\n', ' UTC'],
])('%j is none', (name) => {
  expect(isTimezone(name)).toBe(false);
});

import { expect, test } from 'vitest';
import { kindOf } from './notification-kind.ts';

test.each([
  ['Key Return Reminder', 'reminder'],
  ['Key Returned', 'returned'],
  ['Unreturned Keys Alert', 'unreturned'],
  ['Security Alert', 'alert'],
  ['KEY RETURNED', 'returned'],
  ['Key Taken', 'general'],
  ['', 'general'],
])('The title %j is about: %s', (title, kind) => {
  expect(kindOf(title)).toBe(kind);
});

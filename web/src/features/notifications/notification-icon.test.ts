import { expect, test } from 'vitest';
import { iconOf } from './notification-icon.tsx';

const titles = [
  'Key Taken',
  'Key Returned',
  'Key Return Reminder',
  'Unreturned Keys Alert',
  'Security Alert',
  'Registration waiting',
  'Name changed',
  'Audit Log Reduced',
  'Welcome',
  'Backup Failed',
];

test('each kind of notification has an icon of its own', () => {
  expect(new Set(titles.map(iconOf)).size).toBe(titles.length);
});

test('what is of no known kind has one too', () => {
  expect(iconOf('Something else')).toBeDefined();
});

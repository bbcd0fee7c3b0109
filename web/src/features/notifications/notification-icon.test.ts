import { notificationTitles } from '@keydesk/shared/notifications/titles';
import { expect, test } from 'vitest';
import { iconOf } from './notification-icon.tsx';

const unknown = iconOf('Something else');

test('each kind of notification that the server sends has an icon of its own', () => {
  const icons = notificationTitles.map(iconOf);
  expect(new Set([...icons, unknown]).size).toBe(notificationTitles.length + 1);
});

test('what is of no known kind has one too, by the words in its title', () => {
  expect(unknown).toBeDefined();
  expect(iconOf('Gate Alert')).toBe(iconOf('Security Alert'));
});

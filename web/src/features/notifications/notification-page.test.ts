import { expect, test } from 'vitest';
import { pageOf } from './notification-page.ts';

const one = {
  _id: 'a',
  title: 'Key Taken',
  message: 'You took A-101',
  createdAt: '2026-03-10T12:00:00.000Z',
  read: false,
  readAt: null,
  type: 'general',
  priority: 'medium',
};

test('Notifications are found within data', () => {
  const data = { notifications: [one], unreadCount: 7, hasMore: true };
  expect(pageOf({ data })).toEqual(data);
});

test('Notifications are found beside success, and the unread ones counted', () => {
  const answer = { success: true, notifications: [one, { ...one, _id: 'b', read: true }] };
  expect(pageOf(answer)).toEqual({
    notifications: answer.notifications,
    unreadCount: 1,
    hasMore: false,
  });
});

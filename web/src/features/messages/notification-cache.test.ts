import type { Notification } from '@keydesk/shared/core/notifications';
import { expect, test } from 'vitest';
import {
  type CachedNotifications,
  flattenPages,
  newestIn,
  toNotificationPage,
  unreadCountOf,
  withAllRead,
  withFirstPage,
  withMarked,
} from './notification-cache.ts';

const now = '2026-03-10T12:00:00.000Z';

function notification(id: string, read = false): Notification {
  return {
    _id: id,
    title: 'Key taken',
    message: 'You took A-101',
    createdAt: now,
    read,
    readAt: read ? now : null,
    type: 'general',
    priority: 'medium',
  };
}

const cached: CachedNotifications = {
  pages: [
    { notifications: [notification('c'), notification('b', true)], unreadCount: 2, hasMore: true },
    { notifications: [notification('a')], unreadCount: 2, hasMore: false },
  ],
  pageParams: [undefined, 'b'],
};

test('Reading one, on whichever page, lowers the count and notes when', () => {
  const after = withMarked(cached, 'a', true, now);
  expect(flattenPages(after).at(-1)).toMatchObject({ read: true, readAt: now });
  expect(unreadCountOf(after)).toBe(1);
});

test('Marking as unread raises the count and forgets when it was read', () => {
  const after = withMarked(cached, 'b', false, now);
  expect(flattenPages(after)[1]).toMatchObject({ read: false, readAt: null });
  expect(unreadCountOf(after)).toBe(3);
});

test('Marking what is marked already changes nothing', () => {
  expect(withMarked(cached, 'b', true, now)).toBe(cached);
  expect(withMarked(cached, 'unknown', true, now)).toBe(cached);
});

test('Reading all leaves none unread', () => {
  const after = withAllRead(cached, now);
  expect(flattenPages(after).every(({ read }) => read)).toBe(true);
  expect(unreadCountOf(after)).toBe(0);
});

test('Only the newest page stays when the others are let go', () => {
  const after = withFirstPage(cached);
  expect(flattenPages(after).map(({ _id }) => _id)).toEqual(['c', 'b']);
  expect(after.pageParams).toEqual([undefined]);
});

const one = {
  _id: 'a',
  title: 'Key taken',
  message: 'You took A-101',
  createdAt: '2026-03-10T12:00:00.000Z',
  read: false,
  readAt: null,
  type: 'general',
  priority: 'medium',
};

test('Notifications are found within data', () => {
  const data = { notifications: [one], unreadCount: 7, hasMore: true };
  expect(toNotificationPage({ data })).toEqual(data);
});

test('Notifications are found beside success, and the unread ones counted', () => {
  const answer = { success: true, notifications: [one, { ...one, _id: 'b', read: true }] };
  expect(toNotificationPage(answer)).toEqual({
    notifications: answer.notifications,
    unreadCount: 1,
    hasMore: false,
  });
});

test('An answer says which is the newest, else it is the first', () => {
  expect(newestIn(cached)).toBe('c');
  const page = toNotificationPage({ data: { notifications: [notification('b')], newest: 'c' } });
  expect(newestIn({ pages: [page], pageParams: [undefined] })).toBe('c');
});

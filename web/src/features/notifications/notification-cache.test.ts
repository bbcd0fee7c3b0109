import type { Notification } from '@keydesk/shared/notifications/notification';
import { expect, test } from 'vitest';
import {
  type CachedNotifications,
  listOf,
  unreadCountOf,
  withAllRead,
  withArrived,
  withFirstPage,
  withMarked,
} from './notification-cache.ts';

const now = '2026-03-10T12:00:00.000Z';

const notification = (id: string, read = false): Notification => ({
  _id: id,
  title: 'Key Taken',
  message: 'You took A-101',
  createdAt: now,
  read,
  readAt: read ? now : null,
  type: 'general',
  priority: 'medium',
});

const cached: CachedNotifications = {
  pages: [
    { notifications: [notification('c'), notification('b', true)], unreadCount: 2, hasMore: true },
    { notifications: [notification('a')], unreadCount: 2, hasMore: false },
  ],
  pageParams: [undefined, 'b'],
};

test('A notification that arrives comes first and counts as unread', () => {
  const after = withArrived(cached, notification('d'));
  expect(listOf(after).map(({ _id }) => _id)).toEqual(['d', 'c', 'b', 'a']);
  expect(unreadCountOf(after)).toBe(3);
});

test('A notification that is known already arrives only once', () => {
  expect(withArrived(cached, notification('a'))).toBe(cached);
});

test('Reading one, on whichever page, lowers the count and notes when', () => {
  const after = withMarked(cached, 'a', true, now);
  expect(listOf(after).at(-1)).toMatchObject({ read: true, readAt: now });
  expect(unreadCountOf(after)).toBe(1);
});

test('Marking as unread raises the count and forgets when it was read', () => {
  const after = withMarked(cached, 'b', false, now);
  expect(listOf(after)[1]).toMatchObject({ read: false, readAt: null });
  expect(unreadCountOf(after)).toBe(3);
});

test('Marking what is marked already changes nothing', () => {
  expect(withMarked(cached, 'b', true, now)).toBe(cached);
  expect(withMarked(cached, 'unknown', true, now)).toBe(cached);
});

test('Reading all leaves none unread', () => {
  const after = withAllRead(cached, now);
  expect(listOf(after).every(({ read }) => read)).toBe(true);
  expect(unreadCountOf(after)).toBe(0);
});

test('Only the newest page stays when the others are let go', () => {
  const after = withFirstPage(cached);
  expect(listOf(after).map(({ _id }) => _id)).toEqual(['c', 'b']);
  expect(after.pageParams).toEqual([undefined]);
});

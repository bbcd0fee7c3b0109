import type { Notification } from '@keydesk/shared/notifications/notification';
import type { InfiniteData } from '@tanstack/react-query';
import type { NotificationPage } from './notification-page.ts';

export type CachedNotifications = InfiniteData<NotificationPage>;

const changeFirst = (
  cached: CachedNotifications,
  change: (first: NotificationPage) => NotificationPage,
): CachedNotifications => {
  const [first, ...rest] = cached.pages;
  return first ? { ...cached, pages: [change(first), ...rest] } : cached;
};

/** All notifications read so far. */
export const listOf = (cached: CachedNotifications): Notification[] =>
  cached.pages.flatMap((page) => page.notifications);

export const unreadCountOf = (cached: CachedNotifications | undefined): number =>
  cached?.pages[0]?.unreadCount ?? 0;

export const withUnreadCount = (
  cached: CachedNotifications,
  unreadCount: number,
): CachedNotifications => changeFirst(cached, (first) => ({ ...first, unreadCount }));

/** With a notification that has just arrived; one that is known already changes nothing. */
export const withArrived = (
  cached: CachedNotifications,
  arrived: Notification,
): CachedNotifications =>
  listOf(cached).some(({ _id }) => _id === arrived._id)
    ? cached
    : changeFirst(cached, (first) => ({
        ...first,
        notifications: [arrived, ...first.notifications],
        unreadCount: first.unreadCount + (arrived.read ? 0 : 1),
      }));

const marked = (one: Notification, read: boolean, at: string): Notification =>
  one.read === read ? one : { ...one, read, readAt: read ? at : null };

/** With one notification marked as read or unread; the count follows. */
export const withMarked = (
  cached: CachedNotifications,
  id: string,
  read: boolean,
  at: string,
): CachedNotifications => {
  const changed = listOf(cached).some((one) => one._id === id && one.read !== read);
  if (!changed) return cached;
  const pages = cached.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => (one._id === id ? marked(one, read, at) : one)),
  }));
  const count = Math.max(0, unreadCountOf(cached) + (read ? -1 : 1));
  return withUnreadCount({ ...cached, pages }, count);
};

/** With every notification marked as read. */
export const withAllRead = (cached: CachedNotifications, at: string): CachedNotifications => {
  const pages = cached.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map((one) => marked(one, true, at)),
  }));
  return withUnreadCount({ ...cached, pages }, 0);
};

/** With the newest page alone, so that polling reads no more than that. */
export const withFirstPage = (cached: CachedNotifications): CachedNotifications => ({
  pages: cached.pages.slice(0, 1),
  pageParams: cached.pageParams.slice(0, 1),
});

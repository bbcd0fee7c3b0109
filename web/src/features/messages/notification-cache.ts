import type { Notification } from '@keydesk/shared/core/notifications';
import type { InfiniteData } from '@tanstack/react-query';

export type CachedNotifications = InfiniteData<NotificationPage>;

export function flattenPages(cached: CachedNotifications): Notification[] {
  return cached.pages.flatMap((page) => page.notifications);
}

export function unreadCountOf(cached: CachedNotifications | undefined): number {
  return cached?.pages[0]?.unreadCount ?? 0;
}

/** The newest notification of those loaded. */
export function newestIn(cached: CachedNotifications | undefined): string | undefined {
  const [first] = cached?.pages ?? [];
  return first?.newest ?? first?.notifications[0]?._id;
}

function withUnreadCount(cached: CachedNotifications, unreadCount: number): CachedNotifications {
  return updateFirstPage(cached, (first) => ({ ...first, unreadCount }));
}

function updateFirstPage(
  cached: CachedNotifications,
  change: (first: NotificationPage) => NotificationPage,
): CachedNotifications {
  const [first, ...rest] = cached.pages;
  return first ? { ...cached, pages: [change(first), ...rest] } : cached;
}

export function withMarked(
  cached: CachedNotifications,
  id: string,
  read: boolean,
  at: string,
): CachedNotifications {
  const changed = flattenPages(cached).some((one) => one._id === id && one.read !== read);
  if (!changed) return cached;
  const marked = changeEach(cached, (one) => (one._id === id ? setRead(one, read, at) : one));
  return withUnreadCount(marked, Math.max(0, unreadCountOf(cached) + (read ? -1 : 1)));
}

function changeEach(
  cached: CachedNotifications,
  change: (one: Notification) => Notification,
): CachedNotifications {
  const pages = cached.pages.map((page) => ({
    ...page,
    notifications: page.notifications.map(change),
  }));
  return { ...cached, pages };
}

function setRead(one: Notification, read: boolean, at: string): Notification {
  return one.read === read ? one : { ...one, read, readAt: read ? at : null };
}

export function withAllRead(cached: CachedNotifications, at: string): CachedNotifications {
  const marked = changeEach(cached, (one) => setRead(one, true, at));
  return withUnreadCount(marked, 0);
}

/** Marks the notifications of a disputed loan or shift. */
export function withDisputed(
  cached: CachedNotifications,
  id: string | undefined,
): CachedNotifications {
  return changeEach(cached, (one) =>
    (one.dutyId ?? one.loanId) === id ? { ...one, disputed: true } : one,
  );
}

/** Keeps only the newest page, so that polling reads no more. */
export function withFirstPage(cached: CachedNotifications): CachedNotifications {
  return {
    pages: cached.pages.slice(0, 1),
    pageParams: cached.pageParams.slice(0, 1),
  };
}

/** Newest first. */
type NotificationPage = {
  notifications: readonly Notification[];
  unreadCount: number;
  hasMore: boolean;
  /** The newest one, which may be inside a bundle. */
  newest?: string | undefined;
};

export function toNotificationPage(answer: object): NotificationPage {
  const page = ('data' in answer ? answer.data : answer) as Partial<NotificationPage>;
  const notifications = page.notifications ?? [];
  const unread = () => notifications.filter(({ read }) => !read).length;
  return {
    notifications,
    unreadCount: page.unreadCount ?? unread(),
    hasMore: page.hasMore ?? false,
    newest: page.newest,
  };
}

import type { Notification } from '@keydesk/shared/notifications/notification';

/** One page of a person's notifications, newest first. */
export type NotificationPage = {
  notifications: readonly Notification[];
  unreadCount: number;
  hasMore: boolean;
};

/** The page that an answer holds, within `data` or beside it (spec §7). */
export const pageOf = (answer: object): NotificationPage => {
  const held = ('data' in answer ? answer.data : answer) as Partial<NotificationPage>;
  const notifications = held.notifications ?? [];
  const unread = () => notifications.filter(({ read }) => !read).length;
  return {
    notifications,
    unreadCount: held.unreadCount ?? unread(),
    hasMore: held.hasMore ?? false,
  };
};

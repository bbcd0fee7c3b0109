import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call } from '../../lib/api.ts';
import { onNotification, onUnreadCount } from '../../lib/live/events.ts';
import { invalidateAndRefetch, updateQueryData } from '../../lib/query-client.ts';
import {
  toNotificationPage,
  unreadCountOf,
  withAdded,
  withUnreadCount,
} from './notification-cache.ts';

/** Notifications are read anew this often (spec §9), whatever the live connection brings. */
const pollInterval = 30_000;

const pageSize = 50;

/** The signed-in person's notifications, the newest first; older ones page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ pageParam: before, signal }) =>
    toNotificationPage(
      await call(api.listNotifications, { query: { limit: pageSize, before }, signal }),
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.hasMore ? last.notifications.at(-1)?._id : undefined),
  refetchInterval: pollInterval,
});

/** Shows notifications as they arrive, and what was read in another window. */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = notificationsQuery;
    const follow = () => void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
    const stopArrivals = onNotification((arrived) => {
      updateQueryData(client, queryKey, (cached) => withAdded(cached, arrived));
      // An answer under way may be without it.
      if (client.isFetching({ queryKey }) > 0) follow();
    });
    const stopCounts = onUnreadCount((count) => {
      const cached = client.getQueryData(queryKey);
      if (cached && unreadCountOf(cached) === count) return;
      updateQueryData(client, queryKey, (held) => withUnreadCount(held, count));
      // Which of them were read or came is not part of the news.
      follow();
    });
    return () => {
      stopArrivals();
      stopCounts();
    };
  }, [client]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onNotification, onUnreadCount } from '../../lib/socket.ts';
import { unreadCountOf, withArrived, withUnreadCount } from './notification-cache.ts';
import { notificationsQuery } from './notifications.queries.ts';

/** Shows notifications as they arrive, and what was read in another window. */
export const useLiveNotifications = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = notificationsQuery;
    const stopArrivals = onNotification((arrived) => {
      client.setQueryData(queryKey, (cached) => cached && withArrived(cached, arrived));
    });
    const stopCounts = onUnreadCount((count) => {
      const cached = client.getQueryData(queryKey);
      if (!cached || unreadCountOf(cached) === count) return;
      client.setQueryData(queryKey, withUnreadCount(cached, count));
      // Which of them were read or came is not part of the news.
      void client.invalidateQueries({ queryKey });
    });
    return () => {
      stopArrivals();
      stopCounts();
    };
  }, [client]);
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { changeCached } from '../../lib/change-cached.ts';
import { readAnew } from '../../lib/read-anew.ts';
import { onNotification, onUnreadCount } from '../../lib/socket.ts';
import { unreadCountOf, withArrived, withUnreadCount } from './notification-cache.ts';
import { notificationsQuery } from './notifications.queries.ts';

/** Shows notifications as they arrive, and what was read in another window. */
export const useLiveNotifications = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const { queryKey } = notificationsQuery;
    const follow = () => void readAnew(client, { queryKey }, { cancelRefetch: false });
    const stopArrivals = onNotification((arrived) => {
      changeCached(client, queryKey, (cached) => withArrived(cached, arrived));
      // An answer under way may be without it.
      if (client.isFetching({ queryKey }) > 0) follow();
    });
    const stopCounts = onUnreadCount((count) => {
      const cached = client.getQueryData(queryKey);
      if (cached && unreadCountOf(cached) === count) return;
      changeCached(client, queryKey, (held) => withUnreadCount(held, count));
      // Which of them were read or came is not part of the news.
      follow();
    });
    return () => {
      stopArrivals();
      stopCounts();
    };
  }, [client]);
};

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { updateQueryData } from '../../lib/query-client.ts';
import { type CachedNotifications, withAllRead, withMarked } from './notification-cache.ts';
import { notificationsQuery } from './queries.ts';

type MarkInput = { id: string; read: boolean };

/** Marks as read and unread. Optimistic: a failed change is logged and undone. */
export function useMarkNotifications() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;

  const change = async (changed: (cached: CachedNotifications) => CachedNotifications) => {
    await client.cancelQueries({ queryKey });
    updateQueryData(client, queryKey, changed);
  };
  const undo = (cause: unknown) => {
    console.error(`Notifications could not be marked: ${getErrorMessage(cause)}`);
    void client.invalidateQueries({ queryKey });
  };
  const now = () => new Date(serverNow()).toISOString();

  const marking = useMutation({
    mutationFn: sendMark,
    onMutate: ({ id, read }) => change((cached) => withMarked(cached, id, read, now())),
    onError: undo,
  });
  const markingAll = useMutation({
    mutationFn: () => call(api.markAllNotificationsRead),
    onMutate: () => change((cached) => withAllRead(cached, now())),
    onError: undo,
  });
  return {
    mark: (id: string, read: boolean) => marking.mutate({ id, read }),
    markAll: () => markingAll.mutate(),
  };
}

function sendMark({ id, read }: MarkInput) {
  return read
    ? call(api.markNotificationRead, { params: { id } })
    : call(api.markNotificationUnread, { params: { id } });
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { changeCached } from '../../lib/change-cached.ts';
import { serverNow } from '../../lib/clock.ts';
import { type CachedNotifications, withAllRead, withMarked } from './notification-cache.ts';
import { notificationsQuery } from './notifications.queries.ts';

type Mark = { id: string; read: boolean };

const sendMark = ({ id, read }: Mark) =>
  read
    ? call(api.markNotificationRead, { params: { id } })
    : call(api.markNotificationUnread, { params: { id } });

/** Marking as read and unread. What is shown changes at once; a failure is logged and taken back. */
export const useMarking = () => {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;

  const change = async (changed: (cached: CachedNotifications) => CachedNotifications) => {
    await client.cancelQueries({ queryKey });
    changeCached(client, queryKey, changed);
  };
  const takeBack = (cause: unknown) => {
    console.error(`Notifications could not be marked: ${messageOf(cause)}`);
    void client.invalidateQueries({ queryKey });
  };
  const now = () => new Date(serverNow()).toISOString();

  const marking = useMutation({
    mutationFn: sendMark,
    onMutate: ({ id, read }) => change((cached) => withMarked(cached, id, read, now())),
    onError: takeBack,
  });
  const markingAll = useMutation({
    mutationFn: () => call(api.markAllNotificationsRead),
    onMutate: () => change((cached) => withAllRead(cached, now())),
    onError: takeBack,
  });
  return {
    mark: (id: string, read: boolean) => marking.mutate({ id, read }),
    markAll: () => markingAll.mutate(),
  };
};

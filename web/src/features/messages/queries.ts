import type { Notification } from '@keydesk/shared/core/notifications';
import { t } from '@keydesk/shared/texts/en/notifications';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { onUnreadCount } from '../../lib/live/events.ts';
import { invalidateAndRefetch, updateQueryData } from '../../lib/query-client.ts';
import {
  type CachedNotifications,
  flattenPages,
  newestIn,
  toNotificationPage,
  unreadCountOf,
  withAllRead,
  withMarked,
} from './notification-cache.ts';
import { deniedIn } from './notification-text.ts';

/** Also polled with a live connection. */
const pollInterval = 30_000;

const pageSize = 50;

export const notificationsQuery = listQuery();

export function bundleQuery(bundle: string) {
  return listQuery(bundle);
}

function listQuery(bundle?: string) {
  return infiniteQueryOptions({
    queryKey: bundle ? ['notifications', bundle] : ['notifications'],
    queryFn: async ({ pageParam: before, signal }) =>
      toNotificationPage(
        await call(api.listNotifications, {
          query: { limit: pageSize, before, bundle: bundle ?? 'none' },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.notifications.at(-1)?._id : undefined),
    refetchInterval: pollInterval,
    meta: {
      staleOn: {
        notification: () => true,
        key: ({ key }, cached) => mayEnd(cached, ({ keyId }) => keyId === key._id),
        campus: 'access',
        unless: (cached) => !mayEnd(cached, ({ visitorAskId }) => visitorAskId !== undefined),
      },
    },
  });
}

/** Whether the record or its reader, elsewhere, may end a listed notification that is like this. */
function mayEnd(cached: unknown, isMeant: (item: Notification) => boolean): boolean {
  const listed = cached ? flattenPages(cached as CachedNotifications) : [];
  return listed.some((item) => {
    const { template, visitorAskId } = item;
    const isOfRecord = template === 'key-back' || template === 'handover-disputed';
    return isMeant(item) && (isOfRecord || visitorAskId || deniedIn(item) !== null);
  });
}

/** Refetches after the reader has marked notifications on another page. */
export function useLiveUnreadCount(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onUnreadCount((count) => {
        const { queryKey } = notificationsQuery;
        const cached = client.getQueryData(queryKey);
        if (cached && unreadCountOf(cached) === count) return;
        void invalidateAndRefetch(client, { queryKey }, { cancelRefetch: false });
      }),
    [client],
  );
}

type MarkInput = { id: string; read: boolean };

/** Optimistic: a failed change is logged and reverted. */
export function useMarkNotifications() {
  const client = useQueryClient();
  const { queryKey } = notificationsQuery;

  const change = async (changed: (cached: CachedNotifications) => CachedNotifications) => {
    await client.cancelQueries({ queryKey });
    updateQueryData(client, queryKey, changed);
  };
  const undo = (cause: unknown) => {
    console.error(t('not-marked', { reason: getErrorMessage(cause) }));
    void client.invalidateQueries({ queryKey });
  };
  const now = () => new Date(serverNow()).toISOString();

  const marking = useMutation({
    mutationFn: sendMark,
    onMutate: ({ id, read }) => change((cached) => withMarked(cached, id, read, now())),
    onError: undo,
  });
  const markingAll = useMutation({
    mutationFn: (until: string | undefined) =>
      call(api.markAllNotificationsRead, { body: { until } }),
    onMutate: () => change((cached) => withAllRead(cached, now())),
    onError: undo,
  });
  return {
    mark: (id: string, read: boolean) => marking.mutate({ id, read }),
    /** Marks only what is shown: later arrivals stay unread. */
    markAll: () => markingAll.mutate(newestIn(client.getQueryData(queryKey))),
  };
}

function sendMark({ id, read }: MarkInput) {
  return read
    ? call(api.markNotificationRead, { params: { id } })
    : call(api.markNotificationUnread, { params: { id } });
}

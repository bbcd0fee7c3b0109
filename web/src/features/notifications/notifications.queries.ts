import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';
import { pageOf } from './notification-page.ts';

/** Notifications are read anew this often (spec §9), whatever the live connection brings. */
const pollInterval = 30_000;

const pageSize = 50;

/** The signed-in person's notifications, the newest first; older ones page by page. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ pageParam: before, signal }) =>
    pageOf(await call(api.listNotifications, { query: { limit: pageSize, before }, signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.hasMore ? last.notifications.at(-1)?._id : undefined),
  refetchInterval: pollInterval,
});

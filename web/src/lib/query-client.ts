import {
  CancelledError,
  type DataTag,
  type InvalidateOptions,
  type Query,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** The cache of server data. Offline, calls fail instead of waiting. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, networkMode: 'always', retry: shouldRetry, retryDelay: 800 },
    mutations: { networkMode: 'always', retry: false },
  },
});

export function shouldRetry(failures: number, cause: Error): boolean {
  return failures < 1 && cause instanceof ApiError && (cause.status === 0 || cause.status === 503);
}

/** Queries that need another fetch after their current one. */
const queriesWithFollowUp = new WeakSet<Query>();

/**
 * Refetches what is shown after a change. A query's first fetch is not interrupted, because the
 * user waits for it, but another fetch follows: its response may be older than the change, and the
 * library would treat it as fresh. Other running fetches restart; with `cancelRefetch: false` they,
 * too, are followed by one more, however many changes arrive.
 */
export async function invalidateAndRefetch(
  client: QueryClient,
  filters: QueryFilters = {},
  { cancelRefetch = true }: InvalidateOptions = {},
): Promise<void> {
  const uninterrupted = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => !cancelRefetch || state.data === undefined);
  await Promise.all([
    client.invalidateQueries(filters, { cancelRefetch }),
    ...uninterrupted.map((query) => refetchAfterCurrent(client, query)),
  ]);
}

async function refetchAfterCurrent(client: QueryClient, query: Query): Promise<void> {
  if (queriesWithFollowUp.has(query)) return;
  queriesWithFollowUp.add(query);
  const [result] = await Promise.allSettled([query.promise]);
  queriesWithFollowUp.delete(query);
  // A fetch is cancelled to start a newer one, or because its query is not needed.
  const cancelled = result.status === 'rejected' && result.reason instanceof CancelledError;
  const refetchType = cancelled ? 'none' : 'active';
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
}

/**
 * Changes cached data, if there is any. Age and staleness remain: the change covers one item and
 * does not confirm the others.
 */
export function updateQueryData<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  change: (current: T) => T,
): void {
  const state = client.getQueryState<T>(queryKey);
  if (state?.data === undefined) return;
  const { data, dataUpdatedAt: updatedAt, isInvalidated } = state;
  client.setQueryData<T>(queryKey, change(data), { updatedAt });
  if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

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

/** The cache of everything read from the server. Offline calls fail at once and say so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, networkMode: 'always', retry: shouldRetry, retryDelay: 800 },
    mutations: { networkMode: 'always', retry: false },
  },
});

function shouldRetry(failures: number, cause: Error): boolean {
  return failures < 1 && cause instanceof ApiError && (cause.status === 0 || cause.status === 503);
}

/** Reads under way that are followed by another. */
const queriesWithFollowUp = new WeakSet<Query>();

/**
 * Reads what is shown anew because there is news. A first read under way goes on, since somebody
 * waits for it, and is followed by another: its answer may be older than the news, and the library
 * would take it for new. Other reads under way begin again, or with `cancelRefetch: false` are
 * followed by another too: by one, however much news comes until then.
 */
export async function invalidateAndRefetch(
  client: QueryClient,
  filters: QueryFilters = {},
  { cancelRefetch = true }: InvalidateOptions = {},
): Promise<void> {
  const goOn = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => !cancelRefetch || state.data === undefined);
  await Promise.all([
    client.invalidateQueries(filters, { cancelRefetch }),
    ...goOn.map((query) => refetchAfterCurrent(client, query)),
  ]);
}

async function refetchAfterCurrent(client: QueryClient, query: Query): Promise<void> {
  if (queriesWithFollowUp.has(query)) return;
  queriesWithFollowUp.add(query);
  const [end] = await Promise.allSettled([query.promise]);
  queriesWithFollowUp.delete(query);
  // Whoever cancels a read has begun a newer one, or wants none yet.
  const cancelled = end.status === 'rejected' && end.reason instanceof CancelledError;
  const refetchType = cancelled ? 'none' : 'active';
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
}

/**
 * Changes what is cached, if anything is. It counts as no newer than it was read, and what was to
 * be read anew still is: a change tells of one thing, not that all the rest is true.
 */
export function updateQueryData<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  change: (held: T) => T,
): void {
  const state = client.getQueryState<T>(queryKey);
  if (state?.data === undefined) return;
  const { data, dataUpdatedAt: updatedAt, isInvalidated } = state;
  client.setQueryData<T>(queryKey, change(data), { updatedAt });
  if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

import {
  CancelledError,
  type InvalidateOptions,
  type Query,
  type QueryClient,
  type QueryFilters,
} from '@tanstack/react-query';

/** Reads under way that are followed by another. */
const followed = new WeakSet<Query>();

const readAfter = async (client: QueryClient, query: Query): Promise<void> => {
  if (followed.has(query)) return;
  followed.add(query);
  const [end] = await Promise.allSettled([query.promise]);
  followed.delete(query);
  // Whoever cancels a read has begun a newer one, or wants none yet.
  const cancelled = end.status === 'rejected' && end.reason instanceof CancelledError;
  const refetchType = cancelled ? 'none' : 'active';
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });
};

/**
 * Reads what is shown anew because there is news. A first read under way goes on, since somebody
 * waits for it, and is followed by another: its answer may be older than the news, and the library
 * would take it for new. Other reads under way begin again, or with `cancelRefetch: false` are
 * followed by another too: by one, however much news comes until then.
 */
export const readAnew = async (
  client: QueryClient,
  filters: QueryFilters = {},
  { cancelRefetch = true }: InvalidateOptions = {},
): Promise<void> => {
  const goOn = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => !cancelRefetch || state.data === undefined);
  await Promise.all([
    client.invalidateQueries(filters, { cancelRefetch }),
    ...goOn.map((query) => readAfter(client, query)),
  ]);
};

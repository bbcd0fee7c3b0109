import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what is cached, if anything is. It counts as no newer than it was read, and what was to
 * be read anew still is: a change tells of one thing, not that all the rest is true.
 */
export const changeCached = <T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  change: (held: T) => T,
): void => {
  const state = client.getQueryState<T>(queryKey);
  if (state?.data === undefined) return;
  const { data, dataUpdatedAt: updatedAt, isInvalidated } = state;
  client.setQueryData<T>(queryKey, change(data), { updatedAt });
  if (isInvalidated) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
};

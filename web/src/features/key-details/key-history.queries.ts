import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, call } from '../../lib/api-client.ts';

/** Who had a key when, newest first, page by page. */
export const keyHistoryQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['key-history', id],
    queryFn: async ({ pageParam: before, signal }) =>
      (await call(api.keyHistory, { params: { id }, query: { before }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.loans.at(-1)?._id : undefined),
  });

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call } from './api.ts';

/** Every key, to choose one by its number. */
export const keyNumbersQuery = queryOptions({
  queryKey: ['campus-keys'],
  queryFn: async ({ signal }) => (await call(api.listKeys, { signal })).data.keys,
  staleTime: 60_000,
});

/** People whose name, address or ID has this text. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ['campus-people', search],
    queryFn: async ({ signal }) =>
      (await call(api.listUsers, { query: { search, limit: 20 }, signal })).data.users,
    placeholderData: keepPreviousData,
  });
}

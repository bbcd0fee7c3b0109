import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answerOf, api, call } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type AuditFilter, queryOf } from './audit-filter.ts';

/** Events, newest first, a page at a time. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', queryOf(filter)],
    queryFn: async ({ pageParam, signal }) =>
      (
        await call(api.listAudit, {
          query: { ...queryOf(filter), ...(pageParam !== null && { before: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ events, hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
  });

/** People whose name or address holds `search`. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['audit-people', search],
    queryFn: async ({ signal }) =>
      (await call(api.listUsers, { query: { search, limit: 20 }, signal })).data.users,
    placeholderData: keepPreviousData,
  });

/** Every key, to filter by one of them. */
export const keyNumbersQuery = queryOptions({
  queryKey: ['audit-keys'],
  queryFn: async ({ signal }) => (await call(api.listKeys, { signal })).data.keys,
  staleTime: 60_000,
});

/** Recomputes the hash chain. */
export const verifyChain = async () => (await call(api.verifyAudit)).data;

/** Hands the filtered events to the browser as a CSV file. */
export const exportCsv = async (filter: AuditFilter): Promise<void> => {
  const day = new Date().toISOString().slice(0, 10);
  await saveFile(
    await answerOf(api.exportAudit, { query: queryOf(filter) }),
    `audit-log-${day}.csv`,
  );
};

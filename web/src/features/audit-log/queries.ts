import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call, callForResponse } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { type AuditFilter, toAuditQuery } from './audit-filter.ts';

/** Events, newest first, page by page. */
export function auditQuery(filter: AuditFilter, hideSignIns: boolean) {
  const query = toAuditQuery(filter, hideSignIns);
  return infiniteQueryOptions({
    queryKey: ['audit', query],
    queryFn: async ({ pageParam, signal }) =>
      (
        await call(api.listAudit, {
          query: { ...query, ...(pageParam !== null && { before: pageParam }) },
          signal,
        })
      ).data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ events, hasMore }) => (hasMore ? (events.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
  });
}

/** The people that a search finds, at most 20. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ['audit-people', search],
    queryFn: async ({ signal }) =>
      (await call(api.listUsers, { query: { search, limit: 20 }, signal })).data.users,
    placeholderData: keepPreviousData,
  });
}

/** The name of one person, for a filter that knows only the id. */
export function personNameQuery(id: string) {
  return queryOptions({
    queryKey: ['audit-person', id],
    queryFn: async ({ signal }) =>
      (await call(api.userOverview, { params: { id }, signal })).data.user.name,
  });
}

/** Every key, to choose one as a filter. */
export const keyNumbersQuery = queryOptions({
  queryKey: ['audit-keys'],
  queryFn: async ({ signal }) => (await call(api.listKeys, { signal })).data.keys,
  staleTime: 60_000,
});

/** Verifies the hash chain on the server. */
export async function verifyChain() {
  return (await call(api.verifyAudit)).data;
}

type CsvExport = { filter: AuditFilter; hideSignIns: boolean };

/** Downloads the filtered events as a CSV file. */
export async function exportCsv({ filter, hideSignIns }: CsvExport): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await saveFile(
    await callForResponse(api.exportAudit, { query: toAuditQuery(filter, hideSignIns) }),
    `audit-log-${day}.csv`,
  );
}

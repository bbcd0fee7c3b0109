import { fromLocalTime } from '@keydesk/shared/core/dates';
import { dayAfter } from '@keydesk/shared/due/calendar';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { campusTimezone } from '../../../lib/format.ts';

/** Which events to show; days as in date fields, '' for any. */
export type AuditFilter = {
  person: { id: string; name: string } | null;
  key: { id: string; keyNumber: string } | null;
  action: string;
  fromDay: string;
  toDay: string;
};

export const emptyAuditFilter: AuditFilter = {
  person: null,
  key: null,
  action: '',
  fromDay: '',
  toDay: '',
};

/**
 * The filter as query parameters, from the start of one day of the campus to the end of another;
 * with `hideSignIns` without who signed in and out.
 */
export function toAuditQuery(
  { person, key, action, fromDay, toDay }: AuditFilter,
  hideSignIns = false,
  timezone = campusTimezone.get(),
) {
  const from = isDay(fromDay) && startOf(fromDay, timezone);
  const to = isDay(toDay) && startOf(dayAfter(toDay), timezone);
  return {
    ...(person && { person: person.id }),
    ...(key && { key: key.id }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
    ...(hideSignIns && { hide: 'sign-ins' as const }),
  };
}

/** False for a day that is half typed, such as one of the year 2, on its way to 2026. */
function isDay(text: string): boolean {
  const isNear = text > '2000-01-01' && text < '2199-12-31';
  return isNear && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function startOf(day: string, timezone: string): string {
  return fromLocalTime(Date.parse(day), timezone).toISOString();
}

/** Whether any filter is set. */
export function isFiltered(filter: AuditFilter): boolean {
  return Object.keys(toAuditQuery(filter)).length > 0;
}

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

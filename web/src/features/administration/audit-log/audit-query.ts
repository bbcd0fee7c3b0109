import { fromLocalTime } from '@keydesk/shared/core/dates';
import { dayAfter } from '@keydesk/shared/due/calendar';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { campusTimezone } from '../../../lib/format.ts';
import type { ComboboxOption } from '../../../ui/combobox-field.tsx';

/** Days in the format of date fields; '' for any. */
export type AuditFilter = {
  person: ComboboxOption | null;
  key: ComboboxOption | null;
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
 * The filter as query parameters, from the start of the first campus day to the end of the last.
 * `hideSignIns` excludes sign-ins and sign-outs.
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

/** False for a half-typed day, such as the year 2 on the way to 2026. */
function isDay(text: string): boolean {
  const isNear = text > '2000-01-01' && text < '2199-12-31';
  return isNear && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

function startOf(day: string, timezone: string): string {
  return fromLocalTime(Date.parse(day), timezone).toISOString();
}

export function isFiltered(filter: AuditFilter): boolean {
  return Object.keys(toAuditQuery(filter)).length > 0;
}

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

export function personNameQuery(id: string) {
  return queryOptions({
    queryKey: ['audit-person', id],
    queryFn: async ({ signal }) =>
      (await call(api.userOverview, { params: { id }, signal })).data.user.name,
  });
}

export async function verifyChain() {
  return (await call(api.verifyAudit)).data;
}

type CsvExport = { filter: AuditFilter; hideSignIns: boolean };

export async function exportCsv({ filter, hideSignIns }: CsvExport): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  await saveFile(
    await callForResponse(api.exportAudit, { query: toAuditQuery(filter, hideSignIns) }),
    `audit-log-${day}.csv`,
  );
}

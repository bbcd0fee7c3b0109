import { startOfDay } from './event-days.ts';

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
 * The filter as query parameters, from the start of one day to the end of another; with
 * `hideSignIns` without who signed in and out.
 */
export function toAuditQuery(
  { person, key, action, fromDay, toDay }: AuditFilter,
  hideSignIns = false,
) {
  const from = startOf(fromDay);
  const to = startOf(toDay, 1);
  return {
    ...(person && { person: person.id }),
    ...(key && { key: key.id }),
    ...(action && { action }),
    ...(from && { from }),
    ...(to && { to }),
    ...(hideSignIns && { hide: 'sign-ins' as const }),
  };
}

function startOf(day: string, later = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(startOfDay(new Date(year, month - 1, date).getTime(), later)).toISOString();
}

/** Whether any filter is set. */
export function isFiltered(filter: AuditFilter): boolean {
  return Object.keys(toAuditQuery(filter)).length > 0;
}

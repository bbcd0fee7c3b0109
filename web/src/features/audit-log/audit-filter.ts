import { dayAfter } from '@keydesk/shared/due/calendar';
import { fromLocalTime } from '@keydesk/shared/local-time';
import { campusTimezone } from '../../lib/timezone.ts';

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
 * The filter as query parameters, from the start of one day of the campus to the end of another; with
 * `hideSignIns` without who signed in and out.
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

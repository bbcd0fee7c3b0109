import { type Calendar, closingAfter, closingOn, localDay } from './calendar.ts';

/**
 * To when a due time could move that falls on a closed or short day while the campus is closed
 * (`kept-promise`): the next closing time. Null for any other.
 */
export function movedFromClosedDay(dueAt: Date, calendar: Calendar): Date | null {
  const day = localDay(dueAt, calendar);
  if (!calendar.days.some((entry) => entry.day === day)) return null;
  const closing = closingOn(day, calendar);
  return closing && dueAt <= closing ? null : closingAfter(dueAt, calendar);
}

import { fromLocalTime, toLocalTime } from '@keydesk/shared/local-time';

/** A moment as fields for date and time show it, on the clocks of a time zone. */
export function toDateTimeField(moment: number, timezone: string): string {
  const { year, month, day, hour, minute } = toLocalTime(new Date(moment), timezone);
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString().slice(0, 16);
}

/** The moment that such a field stands for. */
export function fromDateTimeField(value: string, timezone: string): string {
  return fromLocalTime(Date.parse(`${value}Z`), timezone).toISOString();
}

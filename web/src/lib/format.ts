const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A day in words; 'Invalid Date' for what is none. */
export function formatDate(instant: string | null): string {
  return formatInstant(day, instant);
}

function formatInstant(format: Intl.DateTimeFormat, instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : format.format(date);
}

/** A day and time in words; 'Invalid Date' for what is none. */
export function formatDateTime(instant: string | null): string {
  return formatInstant(moment, instant);
}

/** From one moment to a later one, saying once what both share. */
export function formatDateTimeRange(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const known = !Number.isNaN(start.getTime()) && !Number.isNaN(end.getTime());
  return known ? moment.formatRange(start, end) : 'Invalid Date';
}

/** Up to two letters for a person: first and last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

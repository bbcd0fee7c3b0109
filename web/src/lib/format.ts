const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** A date in words; 'Invalid Date' for anything else. */
export function formatDate(instant: string | null): string {
  return formatInstant(dateFormat, instant);
}

function formatInstant(format: Intl.DateTimeFormat, instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : format.format(date);
}

/** A date and time in words; 'Invalid Date' for anything else. */
export function formatDateTime(instant: string | null): string {
  return formatInstant(dateTimeFormat, instant);
}

/** From one time to a later one, without repeating what both share. */
export function formatDateTimeRange(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const valid = !Number.isNaN(start.getTime()) && !Number.isNaN(end.getTime());
  return valid ? dateTimeFormat.formatRange(start, end) : 'Invalid Date';
}

/** Up to two letters for a person: first and last name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

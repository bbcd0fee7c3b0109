import type { Day } from './opening/queries.ts';

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A date in words, such as 'Fri, 25 Dec 2026'. */
export function dayText(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`));
}

/** What is different on a day. */
export function kindText({ kind, closes }: Pick<Day, 'kind' | 'closes'>): string {
  return kind === 'closed' ? 'Closed' : `Closes at ${closes}`;
}

/** A moment on the campus in words, such as 'Fri, 25 Dec, 17:20'. */
export function momentOnCampus(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(instant));
}

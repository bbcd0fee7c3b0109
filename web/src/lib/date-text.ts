const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const written = (format: Intl.DateTimeFormat, instant: string | null): string => {
  if (instant === null) return '';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : format.format(date);
};

/** A day in words; 'Invalid Date' for what is none. */
export const dayText = (instant: string | null): string => written(day, instant);

/** A day and time in words; 'Invalid Date' for what is none. */
export const momentText = (instant: string | null): string => written(moment, instant);

/** From one moment to a later one, saying once what both share. */
export const spanText = (from: string, to: string): string => {
  const [start, end] = [new Date(from), new Date(to)];
  const known = !Number.isNaN(start.getTime()) && !Number.isNaN(end.getTime());
  return known ? moment.formatRange(start, end) : 'Invalid Date';
};

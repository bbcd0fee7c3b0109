const day = 86_400_000;

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Since when, as briefly as is clear at `now`: today only the time, otherwise with its day. */
export const sinceText = (instant: string, now: number): string => {
  const time = Date.parse(instant);
  if (Number.isNaN(time)) return '';
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time);
  const daysAgo = Math.round((startOfDay(now) - startOfDay(time)) / day);
  if (daysAgo <= 0) return clock;
  if (daysAgo === 1) return `yesterday, ${clock}`;
  const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(time);
  return `${date}, ${clock}`;
};

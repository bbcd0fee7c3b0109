const day = 86_400_000;

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

const nearDays: Readonly<Record<number, string>> = { [-1]: 'yesterday', 1: 'tomorrow' };

/** A moment as briefly as is clear at `now`: today only the time, otherwise with its day. */
export const nearMomentText = (moment: Date, now: number): string => {
  const time = moment.getTime();
  if (Number.isNaN(time)) return '';
  const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(time);
  const daysAhead = Math.round((startOfDay(time) - startOfDay(now)) / day);
  if (daysAhead === 0) return clock;
  const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
  return `${nearDays[daysAhead] ?? date.format(time)}, ${clock}`;
};

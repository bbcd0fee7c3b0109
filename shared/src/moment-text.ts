import { toLocalTime } from './local-time.ts';

/** '09:12' as clocks in the time zone show it, with the day unless it is that of `now`. */
export function momentText(moment: Date, now: Date, timezone: string): string {
  const [then, today] = [toLocalTime(moment, timezone), toLocalTime(now, timezone)];
  const time = `${twoDigits(then.hour)}:${twoDigits(then.minute)}`;
  const isToday = then.day === today.day && then.month === today.month && then.year === today.year;
  if (isToday) return time;
  const day = `${then.day} ${months[then.month - 1]}`;
  return then.year === today.year ? `${day}, ${time}` : `${day} ${then.year}, ${time}`;
}

/** 'by 09:12', or 'now' once that has passed. */
export function byMomentText(moment: Date, now: Date, timezone: string): string {
  return moment <= now ? 'now' : `by ${momentText(moment, now, timezone)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Lengths of time in milliseconds. A day of a calendar may be shorter or longer: see local-time. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Date and time as a clock in some time zone shows them. */
export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** What clocks in `timezone` show at this moment. */
export function toLocalTime(moment: Date, timezone: string): LocalTime {
  const parts = formatFor(timezone).formatToParts(moment);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
    second: read('second'),
  };
}

function formatFor(timezone: string): Intl.DateTimeFormat {
  const cached = formats.get(timezone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timezone, format);
  return format;
}

/** How far clocks in `timezone` are ahead of UTC at this moment, in milliseconds. */
export function utcOffsetAt(moment: Date, timezone: string): number {
  const local = toLocalTime(moment, timezone);
  const asUtc = Date.UTC(
    local.year,
    local.month - 1,
    local.day,
    local.hour,
    local.minute,
    local.second,
  );
  return asUtc - Math.floor(moment.getTime() / 1000) * 1000;
}

/**
 * The moment at which clocks in `timezone` show the date and time that `localAsUtc` reads in UTC:
 * the later one where there are two. A time that clocks skip is as much later as they skip.
 */
export function fromLocalTime(localAsUtc: number, timezone: string): Date {
  const offsetOf = (moment: number) => utcOffsetAt(new Date(moment), timezone);
  const before = localAsUtc - offsetOf(localAsUtc - dayMs);
  const after = localAsUtc - offsetOf(localAsUtc + dayMs);
  if (before === after) return new Date(before);
  const shown = [before, after].filter((moment) => moment + offsetOf(moment) === localAsUtc);
  return new Date(shown.length === 0 ? before : Math.max(...shown));
}

/** '09:12' as clocks in the time zone show it, with the day unless it is that of `now`. */
export function momentText(moment: Date, now: Date, timezone: string): string {
  const [then, today] = [toLocalTime(moment, timezone), toLocalTime(now, timezone)];
  const time = `${twoDigits(then.hour)}:${twoDigits(then.minute)}`;
  const isToday = then.day === today.day && then.month === today.month && then.year === today.year;
  return isToday ? time : `${dayText(moment, now, timezone)}, ${time}`;
}

/** '27 Nov' as a calendar in the time zone shows it, with the year unless it is that of `now`. */
export function dayText(moment: Date, now: Date, timezone: string): string {
  const [then, today] = [toLocalTime(moment, timezone), toLocalTime(now, timezone)];
  const day = `${then.day} ${months[then.month - 1]}`;
  return then.year === today.year ? day : `${day} ${then.year}`;
}

/** A date (YYYY-MM-DD) as '28 Nov'. */
export function shortDay(day: string): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}

/** 'by 09:12', or 'now' once that has passed. */
export function byMomentText(moment: Date, now: Date, timezone: string): string {
  return moment <= now ? 'now' : `by ${momentText(moment, now, timezone)}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const abbreviation = /^(?!UTC|GMT)[A-Z]{3}$/i;

/**
 * Whether this is the name of a time zone such as Asia/Kolkata. Offsets such as +05:30 are not, nor
 * are abbreviations other than UTC and GMT: BST is British to people and Asia/Dhaka to Intl.
 */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name) || abbreviation.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

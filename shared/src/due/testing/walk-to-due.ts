import type { Calendar } from '../calendar.ts';
import type { DueInput, DueRule } from '../due-for.ts';

/**
 * The due time of a key, found by walking minute by minute and looking at a clock on the wall. It
 * shares nothing with `dueFor`, which it checks.
 */
export function walkToDue(takenAt: Date, { key, holderId, rules }: DueInput, calendar: Calendar) {
  const taken = takenAt.getTime();
  const closings = walkThroughClosings(taken, calendar);
  const ids: Record<DueRule['scope'], string | null> = {
    person: holderId,
    key: key.id,
    campus: null,
    category: key.category,
    department: key.department,
  };
  const order = ['person', 'key', 'category', 'department', 'campus'];
  const mine = rules
    .filter(({ scope, scopeId }) => ids[scope] === scopeId)
    .sort((one, other) => order.indexOf(one.scope) - order.indexOf(other.scope));
  const [first] = mine.filter(({ ceiling }) => !ceiling);
  let decided: DueRule | undefined = first;
  let due = first ? dueUnder(first, taken, closings) : closings(1);
  for (const rule of mine.filter(({ ceiling }) => ceiling)) {
    const limit = dueUnder(rule, taken, closings);
    if (limit === null || (due !== null && limit >= due)) continue;
    due = limit;
    decided = rule;
  }
  if (due === null) return { dueAt: null, graceUntil: null };
  const grace = (decided?.graceMinutes ?? 0) * minute;
  return { dueAt: new Date(due), graceUntil: new Date(due + grace) };
}

const minute = 60_000;

/** The nth closing after the hand-out. */
type Closings = (n: number) => number;

function dueUnder({ kind, amount }: DueRule, taken: number, closings: Closings): number | null {
  if (kind === 'open') return null;
  if (kind === 'after') return taken + (amount ?? 0) * minute;
  return closings(kind === 'days' ? (amount ?? 0) : 1);
}

/**
 * Walks on as far as it is asked to, from two days before the hand-out, and notes every closing on
 * the date on which it is: that of the day's own hours, and that of the night that began before.
 */
function walkThroughClosings(taken: number, calendar: Calendar): Closings {
  const found: number[] = [];
  let now = Math.floor(taken / minute) * minute - 2 * 1440 * minute;
  let day = '';
  let began = now;
  let shown = new Map<string, number>();
  return (n) => {
    for (; found.length < n; now += minute) {
      const [today = '', time = ''] = wallClock(now, calendar.timezone).split(' ');
      if (today !== day) {
        // A time that no clock showed is as far into the day as it says.
        const closed = closingTimesOn(day, calendar)
          .map((closes) => shown.get(closes) ?? began + minutesOf(closes) * minute)
          .filter((closing) => closing > taken && !found.includes(closing));
        found.push(...new Set(closed.sort((one, other) => one - other)));
        [day, began, shown] = [today, now, new Map()];
      }
      shown.set(time, now);
    }
    return found[n - 1] ?? 0;
  };
}

/** When clocks show a closing on this date: of the hours that began on it, and of those before. */
function closingTimesOn(date: string, calendar: Calendar): string[] {
  if (date === '') return [];
  const before = new Date(Date.parse(`${date}T12:00Z`) - 24 * 60 * minute).toISOString();
  const [own, night] = [hoursOf(date, calendar), hoursOf(before.slice(0, 10), calendar)];
  return [
    ...(own && !own.overnight && own.closes !== '24:00' ? [own.closes] : []),
    ...(night?.overnight ? [night.closes] : []),
    ...(night?.closes === '24:00' ? ['00:00'] : []),
  ];
}

function hoursOf(day: string, { hours, days, reminderTime }: Calendar) {
  const name = new Date(`${day}T12:00Z`).toUTCString().slice(0, 3);
  const names = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const week = hours.filter(({ weekday }) => names[weekday] === name)[0];
  const own = days.filter((each) => each.day === day)[0];
  const usual = hours.length === 0 ? reminderTime : week?.closes;
  const closes = own ? own.closes : usual;
  if (!closes) return null;
  const isEarly = week !== undefined && minutesOf(closes) <= minutesOf(week.opens);
  // A short day that would end before it begins is over by noon of the next day, or is a mistake.
  return { closes, overnight: isEarly && !(own && minutesOf(closes) >= 12 * 60) };
}

const clocks = new Map<string, { format: Intl.DateTimeFormat; seen: Map<number, string> }>();

/** What a clock on the wall shows, such as 2026-03-29 02:30. */
function wallClock(now: number, timeZone: string): string {
  const options = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  const clock = clocks.get(timeZone) ?? {
    format: new Intl.DateTimeFormat('sv', options),
    seen: new Map<number, string>(),
  };
  clocks.set(timeZone, clock);
  const text = clock.seen.get(now) ?? clock.format.format(now);
  clock.seen.set(now, text);
  return text;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

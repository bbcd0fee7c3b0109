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
    ...{ person: holderId, key: key.id, campus: null },
    ...{ category: key.category, department: key.department },
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

/** Walks on as far as it is asked to, from two days before the hand-out, and notes every closing. */
function walkThroughClosings(taken: number, calendar: Calendar): Closings {
  const found: number[] = [];
  let now = Math.floor(taken / minute) * minute - 2 * 1440 * minute;
  let day = '';
  let began = now;
  let shown: number | null = null;
  return (n) => {
    for (; found.length < n; now += minute) {
      const [today = '', time] = wallClock(now, calendar.timezone).split(' ');
      const closes = closingTime(day, calendar);
      if (today !== day) {
        // A time that no clock showed is as far into the day as it says.
        const closed = closes === null ? null : (shown ?? began + minutesOf(closes) * minute);
        if (day !== '' && closed !== null && closed > taken) found.push(closed);
        [day, began, shown] = [today, now, null];
      }
      if (time === closingTime(day, calendar)) shown = now;
    }
    return found[n - 1] ?? 0;
  };
}

function closingTime(day: string, { hours, days, reminderTime }: Calendar): string | null {
  for (const own of days) if (own.day === day) return own.closes ?? null;
  if (hours.length === 0) return reminderTime;
  const names = ['', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const name = new Date(`${day || '2026-01-01'}T12:00Z`).toUTCString().slice(0, 3);
  for (const each of hours) if (names[each.weekday] === name) return each.closes;
  return null;
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

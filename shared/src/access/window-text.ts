import { weekdayName } from '../due/calendar.ts';
import type { AccessRule } from './access-rule.ts';
import type { LocalMoment } from './rule-window.ts';

type Window = Pick<AccessRule, 'weekdays' | 'fromTime' | 'toTime'>;

/** 'Mon–Fri 08:00–18:00', 'after 18:00', 'on Saturdays'; empty if it holds at all times. */
export function windowText({ weekdays, ...times }: Window): string {
  const [from, to] = [notMidnight(times.fromTime), notMidnight(times.toTime)];
  const days = weekdaysText(weekdays);
  if (from && to) {
    // With days, '22:00–06:00' could mean the small hours of those days too.
    return joined(days, `${from}–${to}`, days && from > to ? nextDay : '');
  }
  return joined(days, from && `after ${from}`, to && `before ${to}`);
}

/** Why nothing allows it now: 'You may take this key Mon–Fri 08:00–18:00. It is Saturday.' */
export function outsideText(
  windows: readonly Window[],
  { weekday, minute }: LocalMoment,
  who: string,
): string {
  const texts = windowTexts(windows);
  const today = windows.filter(({ weekdays }) => weekdays.includes(weekday));
  // Where the days matter as well as the times, the time alone would not explain it.
  const day = today.length === 0 || texts.length > 1 || texts[0]?.endsWith(nextDay);
  const time = today.length > 0;
  const now = joined(day ? weekdayName(weekday) : '', time ? timeText(minute) : '');
  return `${who} may take this key ${texts.join(' or ')}. It is ${now}.`;
}

/** The same for whoever reads it, also later: 'The rules allow this key only Mon–Fri 08:00–18:00.' */
export function allowedHoursText(windows: readonly Window[]): string {
  return `The rules allow this key only ${windowTexts(windows).join(' or ')}.`;
}

function windowTexts(windows: readonly Window[]): string[] {
  return [...new Set(windows.map(windowText))].sort();
}

const nextDay = 'the next day';

/** Midnight is where a day begins and ends anyway. */
function notMidnight(time: string | null): string {
  return time === null || time === '00:00' ? '' : time;
}

function joined(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}

/** 'Mon–Fri', 'on Sat and Sun', 'Mon and Wed–Fri', 'on Saturdays'; empty for every day. */
function weekdaysText(weekdays: readonly number[]): string {
  const runs: number[][] = [];
  for (const day of [...new Set(weekdays)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const [first = []] = runs;
  if (first.length === 7) return '';
  if (runs.length === 1 && first.length === 1) return `on ${weekdayName(first[0] ?? 0)}s`;
  const texts = runs.flatMap((run) => (run.length > 2 ? [runText(run)] : run.map(shortName)));
  const text = [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ');
  return runs.some((run) => run.length > 2) ? text : `on ${text}`;
}

function runText(run: readonly number[]): string {
  return `${shortName(run[0] ?? 0)}–${shortName(run.at(-1) ?? 0)}`;
}

function shortName(weekday: number): string {
  return weekdayName(weekday).slice(0, 3);
}

/** HH:MM of a minute of the day. */
export function timeText(minute: number): string {
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

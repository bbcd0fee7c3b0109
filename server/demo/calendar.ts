/** One day on the campus's calendar. */
export type CampusDay = {
  /** 0 is today. */
  readonly daysAgo: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly midnight: Date;
  /** The moment at which the campus's clocks show this minute of the day. */
  at(minute: number): Date;
};

const minuteMs = 60_000;

/**
 * The days up to and including `now`, today first. A day keeps the offset of its noon: clocks change
 * at night, when no key is handed out.
 */
export function campusDays(now: Date, timeZone: string, count: number): CampusDay[] {
  const clock = wallClock(timeZone);
  const today = new Date(clock(now.getTime()));
  return Array.from({ length: count }, (_, daysAgo) => {
    const midnight = Date.UTC(
      today.getUTCFullYear(),
      today.getUTCMonth(),
      today.getUTCDate() - daysAgo,
    );
    const noon = midnight + 720 * minuteMs;
    const guess = noon - (clock(noon) - noon);
    const offset = clock(guess) - guess;
    const begin = midnight - offset;
    return {
      daysAgo,
      weekday: new Date(midnight).getUTCDay(),
      midnight: new Date(begin),
      at: (minute) => new Date(Math.round(begin + minute * minuteMs)),
    };
  });
}

/** The wall clock at a moment, written as if it were UTC. */
function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (moment: number): number => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    return Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
  };
}

/** What the campus's clocks show at a moment of these days (today first), in minutes. */
export function minuteOfDay(days: readonly CampusDay[], moment: Date): number {
  const instant = moment.getTime();
  const day = days.find(({ midnight }) => midnight.getTime() <= instant);
  return day ? (instant - day.midnight.getTime()) / minuteMs : 0;
}

/** How busy the desk is at a full hour, from 6 to 22: a peak at nine, a lunch dip, a second peak. */
const weekdayHours = [0, 2, 10, 16, 9, 8, 6, 2, 9, 10, 7, 3, 2, 1, 0.6, 0.2, 0];
const firstHour = 6;

/** Sunday to Saturday, against a full working day. */
const weekdayShare = [0.05, 1, 1.06, 1, 0.95, 0.82, 0.2];

export function isWorkingDay(day: CampusDay): boolean {
  return day.weekday >= 1 && day.weekday <= 5;
}

export function shareOfDay(day: CampusDay): number {
  return weekdayShare[day.weekday] ?? 0;
}

/** Every five minutes at which the desk may be visited, and how likely each is. */
export const visitSlots: readonly { minute: number; weight: number }[] = Array.from(
  { length: (weekdayHours.length - 1) * 12 },
  (_, index) => firstHour * 60 + index * 5,
).map((minute) => ({ minute, weight: visitWeight(minute) }));

/** How likely a visit begins at this minute of a day: between the full hours in a straight line. */
function visitWeight(minute: number): number {
  const hour = minute / 60 - firstHour;
  const before = weekdayHours[Math.floor(hour)] ?? 0;
  const after = weekdayHours[Math.floor(hour) + 1] ?? 0;
  return before + (after - before) * (hour % 1);
}

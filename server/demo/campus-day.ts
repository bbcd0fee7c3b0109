/** One day on the campus's calendar. */
export interface CampusDay {
  /** 0 is today. */
  readonly daysAgo: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly midnight: Date;
  /** The moment at which the campus's clocks show this minute of the day. */
  at(minute: number): Date;
}

const MINUTE = 60_000;

/** The wall clock at a moment, written as if it were UTC. */
const wallClock = (timeZone: string) => {
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
};

/**
 * The days up to and including `now`, today first. A day keeps the offset of its noon: clocks change
 * at night, when no key is handed out.
 */
export const campusDays = (now: Date, timeZone: string, count: number): CampusDay[] => {
  const clock = wallClock(timeZone);
  const today = new Date(clock(now.getTime()));
  return Array.from({ length: count }, (_, daysAgo) => {
    const midnight = Date.UTC(
      today.getUTCFullYear(),
      today.getUTCMonth(),
      today.getUTCDate() - daysAgo,
    );
    const noon = midnight + 720 * MINUTE;
    const guess = noon - (clock(noon) - noon);
    const offset = clock(guess) - guess;
    const begin = midnight - offset;
    return {
      daysAgo,
      weekday: new Date(midnight).getUTCDay(),
      midnight: new Date(begin),
      at: (minute) => new Date(Math.round(begin + minute * MINUTE)),
    };
  });
};

/** What the campus's clocks show at a moment of these days (today first), in minutes. */
export const minuteOfDay = (days: readonly CampusDay[], moment: Date): number => {
  const instant = moment.getTime();
  const day = days.find(({ midnight }) => midnight.getTime() <= instant);
  return day ? (instant - day.midnight.getTime()) / MINUTE : 0;
};

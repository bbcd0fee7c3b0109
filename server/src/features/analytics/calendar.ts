import { localMoment, momentOf, offsetAt } from '@keydesk/shared/local-time';

/** A stretch of time in which the clocks of the campus keep one distance to UTC. */
export type Span = { starts: Date; ends: Date; offsetMs: number };

/** A day as the campus's calendar has it, and its stretches: two when the clocks change that day. */
export type LocalDay = { date: string; starts: Date; ends: Date; spans: Span[] };

const dayMs = 86_400_000;
const quarterHourMs = 900_000;

const isoDate = (utc: Date): string => utc.toISOString().slice(0, 10);

/** The campus's date at a moment. */
export const localDate = (moment: Date, timezone: string): string => {
  const { year, month, day } = localMoment(moment, timezone);
  return isoDate(new Date(Date.UTC(year, month - 1, day)));
};

/** The date so many days after another, or before it. */
const addDays = (date: string, days: number): string =>
  isoDate(new Date(Date.parse(date) + days * dayMs));

/** The first moment of a date: not always midnight, where clocks change at night. */
const startOf = (date: string, timezone: string): Date => {
  let start = momentOf(Date.parse(date), timezone).getTime();
  while (localDate(new Date(start), timezone) < date) start += quarterHourMs;
  while (localDate(new Date(start - quarterHourMs), timezone) >= date) start -= quarterHourMs;
  return new Date(start);
};

/** When the clocks change between two moments of different distance to UTC. */
const changeBetween = (starts: Date, ends: Date, timezone: string): Date => {
  const before = offsetAt(starts, timezone);
  let [low, high] = [starts.getTime(), ends.getTime()];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(new Date(middle), timezone) === before) low = middle;
    else high = middle;
  }
  return new Date(high);
};

const spansBetween = (starts: Date, ends: Date, timezone: string): Span[] => {
  const first = offsetAt(starts, timezone);
  const last = offsetAt(new Date(ends.getTime() - 1), timezone);
  if (first === last) return [{ starts, ends, offsetMs: first }];
  const change = changeBetween(starts, ends, timezone);
  return [
    { starts, ends: change, offsetMs: first },
    { starts: change, ends, offsetMs: last },
  ];
};

const computeDays = (lastDate: string, count: number, timezone: string): LocalDay[] => {
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    startOf(addDays(lastDate, index + 1 - count), timezone),
  );
  return starts.slice(0, count).map((start, index) => {
    const ends = starts[index + 1] ?? start;
    return {
      date: addDays(lastDate, index + 1 - count),
      starts: start,
      ends,
      spans: spansBetween(start, ends, timezone),
    };
  });
};

const remembered = new Map<string, LocalDay[]>();
const mostRemembered = 12;

/** So many days of the campus's calendar, the last of them `lastDate`; asked for again and again. */
export const localDays = (lastDate: string, count: number, timezone: string): LocalDay[] => {
  const question = `${lastDate} ${count} ${timezone}`;
  const known = remembered.get(question);
  if (known) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const days = computeDays(lastDate, count, timezone);
  remembered.set(question, days);
  return days;
};

const hourMs = 3_600_000;

/** The hours of a stretch as its clocks cut them. */
export const hoursOf = ({ starts, ends, offsetMs }: Span): Span[] => {
  const hours: Span[] = [];
  let begin = starts.getTime();
  while (begin < ends.getTime()) {
    const nextHour = (Math.floor((begin + offsetMs) / hourMs) + 1) * hourMs - offsetMs;
    const end = Math.min(nextHour, ends.getTime());
    hours.push({ starts: new Date(begin), ends: new Date(end), offsetMs });
    begin = end;
  }
  return hours;
};

import { t as punctuation } from '../texts/en/punctuation.ts';
import { directionOf, isolated, spokenLanguage } from '../texts/translator.ts';
import { dayMs, hourMs, minuteMs, toLocalTime } from './dates.ts';

/** A date (YYYY-MM-DD) needs the time zone 'UTC'. */
export type Moment = Date | string | number;

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const dayOfMonth = { day: 'numeric', month: 'short' } as const;
const weekdayDate = { weekday: 'short', ...dayOfMonth, year: 'numeric' } as const;

const dateStyles = {
  /** 17:20 */
  time: clock,
  /** Saturday */
  weekday: { weekday: 'long' },
  /** Sat */
  'short-weekday': { weekday: 'short' },
  /** 27 Nov */
  day: dayOfMonth,
  /** 27 Nov, 17:20 */
  'day-time': { ...dayOfMonth, ...clock },
  /** Fri 27 Nov, 17:20 */
  'weekday-time': { weekday: 'short', ...dayOfMonth, ...clock },
  /** 27 Nov 2026 */
  date: { dateStyle: 'medium' },
  /** 27 Nov 2026, 17:20 */
  'date-time': { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' },
  /** Fri, 27 Nov 2026 */
  'weekday-date': weekdayDate,
  /** Fri, 27 Nov 2026, 17:20 */
  'weekday-date-time': { ...weekdayDate, ...clock },
  /** Fri, 27 Nov 2026, 17:20 GMT+1 */
  'zoned-date-time': { ...weekdayDate, ...clock, timeZoneName: 'shortOffset' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof dateStyles;

export function dateText(
  moment: Moment,
  style: DateStyle,
  timezone: string,
  language = spokenLanguage(),
): string {
  return dateFormat(language, style, timezone).format(new Date(moment));
}

/** Does not repeat what both share. */
export function dateRangeText(
  from: Moment,
  to: Moment,
  style: DateStyle,
  timezone: string,
  language = spokenLanguage(),
): string {
  return dateFormat(language, style, timezone).formatRange(new Date(from), new Date(to));
}

/** '09:12', with the day unless it is that of `now`. */
export function momentText(
  moment: Moment,
  now: Moment,
  timezone: string,
  language?: string,
): string {
  const [then, today] = [yearAndDay(moment, timezone), yearAndDay(now, timezone)];
  const style =
    then.day === today.day ? 'time' : then.year === today.year ? 'day-time' : 'date-time';
  return dateText(moment, style, timezone, language);
}

/** '27 Nov', with the year unless it is that of `now`. */
export function dayText(moment: Moment, now: Moment, timezone: string, language?: string): string {
  const isThisYear = yearAndDay(moment, timezone).year === yearAndDay(now, timezone).year;
  return dateText(moment, isThisYear ? 'day' : 'date', timezone, language);
}

/** 'yesterday', 'today', 'tomorrow' or '27 Nov'. */
export function nearDayText(
  moment: Moment,
  now: Moment,
  timezone: string,
  language = spokenLanguage(),
): string {
  const ahead = daysAhead(moment, now, timezone);
  if (Math.abs(ahead) > 1) return dateText(moment, 'day', timezone, language);
  return relativeFormat(language).format(ahead, 'day');
}

/** Calendar days from `now` to `moment`. */
export function daysAhead(moment: Moment, now: Moment, timezone: string): number {
  return (yearAndDay(moment, timezone).day - yearAndDay(now, timezone).day) / dayMs;
}

/** 1 is Monday. */
export function weekdayName(
  weekday: number,
  style: 'weekday' | 'short-weekday' = 'weekday',
  language?: string,
): string {
  // 1 January 2024 was a Monday.
  return dateText(Date.UTC(2024, 0, weekday), style, 'UTC', language);
}

/** Minutes as '17:20', or the seconds of a countdown. */
export function clockText(count: number): string {
  return [Math.floor(count / 60), count % 60].map((part) => `${part}`.padStart(2, '0')).join(':');
}

/** '25 min', '1 h 40 min', '2 d 3 h'. */
export function durationText(ms: number, language = spokenLanguage()): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  const parts: [count: number, unit: Unit][] =
    hours < 24
      ? [
          [hours, 'hour'],
          [minutes % 60, 'minute'],
        ]
      : [
          [Math.floor(hours / 24), 'day'],
          [hours % 24, 'hour'],
        ];
  const shown = minutes === 0 ? parts.slice(1) : parts.filter(([count]) => count > 0);
  return shown.map(([count, unit]) => shortUnitText(count, unit, language)).join(' ');
}

type Unit = 'day' | 'hour' | 'minute';

/** English uses the SI symbols, which have no plural. */
const englishUnits: Record<Unit, string> = { day: 'd', hour: 'h', minute: 'min' };

function shortUnitText(count: number, unit: Unit, language: string): string {
  if (language === 'en') return `${count} ${englishUnits[unit]}`;
  return unitFormat(language, unit, 'short').format(count);
}

/** '3 days', '1 hour', '0 minutes'. */
export function largestUnitText(ms: number, language = spokenLanguage()): string {
  const [unit, length] =
    ms >= dayMs
      ? (['day', dayMs] as const)
      : ms >= hourMs
        ? (['hour', hourMs] as const)
        : (['minute', minuteMs] as const);
  return unitFormat(language, unit, 'long').format(Math.floor(ms / length));
}

/** '1,000' */
export function numberText(count: number, language = spokenLanguage()): string {
  return numberFormat(language).format(count);
}

/** '5.9' */
export function decimalText(value: number, language = spokenLanguage()): string {
  return decimalFormat(language).format(value);
}

/** '6.2%' for 6.2 */
export function percentText(percentage: number, language = spokenLanguage()): string {
  return percentFormat(language).format(percentage / 100);
}

/** 'CSE-101, CSE-102 and CSE-103'; with 'disjunction' 'or' precedes the last one. */
export function listText(
  items: Iterable<string>,
  type: 'conjunction' | 'disjunction' = 'conjunction',
  language = spokenLanguage(),
): string {
  const isolates = Array.from(items, (item) => isolated(item, language));
  return listFormat(language, type).format(isolates);
}

/** 'CSE-101, CSE-102'; from right to left also where all items are in Latin letters. */
export function joinedText(
  items: Iterable<string>,
  by: 'comma' | 'semicolon' | 'full-stop' = 'comma',
  language = spokenLanguage(),
): string {
  const isolates = Array.from(items, (item) => isolated(item, language));
  const mark = directionOf(language) === 'rtl' ? '\u200f' : '';
  return isolates.join(`${punctuation.in(language)(by)}${mark} `);
}

/** 'CSE-101, CSE-102 and 3 more', where `moreText` says how many more. */
export function namesText(
  names: readonly string[],
  more = 0,
  moreText = '',
  language?: string,
): string {
  return more > 0
    ? listText([...names, moreText], 'conjunction', language)
    : joinedText(names, 'comma', language);
}

/** A-2 before A-10. */
export function compareNumbers(one: string, other: string, language = 'en'): number {
  return collator(language).compare(one, other);
}

/** Year, and the start of the day as if in UTC, by the local calendar. */
function yearAndDay(moment: Moment, timezone: string): { year: number; day: number } {
  const { year, month, day } = toLocalTime(new Date(moment), timezone);
  return { year, day: Date.UTC(year, month - 1, day) };
}

/** Campuses write the day before the month, and no comma before the last 'and'. */
const locales: Readonly<Record<string, string>> = { en: 'en-GB' };

/** Formatters are expensive to create, so they are cached. */
function madeOnce<Options extends readonly string[], Format>(
  make: (locale: string, ...options: Options) => Format,
): (language: string, ...options: Options) => Format {
  const made = new Map<string, Format>();
  return (language, ...options) => {
    const name = [language, ...options].join();
    const format = made.get(name) ?? make(locales[language] ?? language, ...options);
    made.set(name, format);
    return format;
  };
}

const dateFormat = madeOnce(
  (locale, style: DateStyle, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { ...dateStyles[style], timeZone }),
);
const unitFormat = madeOnce(
  (locale, unit: Unit, unitDisplay: 'short' | 'long') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }),
);
const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
const decimalFormat = madeOnce((locale) => new Intl.NumberFormat(locale, oneDecimal));
const percentFormat = madeOnce(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', ...oneDecimal }),
);
const listFormat = madeOnce(
  (locale, type: 'conjunction' | 'disjunction') => new Intl.ListFormat(locale, { type }),
);
const numberFormat = madeOnce((locale) => new Intl.NumberFormat(locale));
const relativeFormat = madeOnce(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
);
const collator = madeOnce((locale) => new Intl.Collator(locale, { numeric: true }));

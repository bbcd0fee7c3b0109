/** Milliseconds. A calendar day may be shorter or longer: see local-time. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export type LocalTime = {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
};

const formats = new Map<string, Intl.DateTimeFormat>();

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

/** How far the time zone is ahead of UTC at this moment, ms. */
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
 * The moment of a local time, given as if it were UTC; `which` selects one of two. A time that
 * clocks skip is moved by as much as they skip.
 */
export function fromLocalTime(
  localAsUtc: number,
  timezone: string,
  which: 'earlier' | 'later' = 'later',
): Date {
  const offsetOf = (moment: number) => utcOffsetAt(new Date(moment), timezone);
  const before = localAsUtc - offsetOf(localAsUtc - dayMs);
  const after = localAsUtc - offsetOf(localAsUtc + dayMs);
  if (before === after) return new Date(before);
  const shown = [before, after].filter((moment) => moment + offsetOf(moment) === localAsUtc);
  if (shown.length === 0) return new Date(before);
  return new Date(which === 'later' ? Math.max(...shown) : Math.min(...shown));
}

/**
 * Local time as spreadsheets read it: '2026-03-29 01:30:00'. A time that clocks show twice gets its
 * offset: '2026-10-25 02:30:00 +01:00'.
 */
export function sortableTime(moment: Date, timezone: string): string {
  const offset = utcOffsetAt(moment, timezone);
  const local = moment.getTime() + offset;
  const text = isoText(local).replace('T', ' ');
  if (!changesAround(moment, timezone)) return text;
  const [one, other] = (['earlier', 'later'] as const).map((which) =>
    fromLocalTime(local, timezone, which).getTime(),
  );
  if (one === other) return text;
  return `${text} ${offset < 0 ? '-' : '+'}${isoText(Math.abs(offset)).slice(11, 16)}`;
}

function isoText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19);
}

const changes = new Map<string, boolean>();

/** Whether clocks change on about the day of this moment. */
function changesAround(moment: Date, timezone: string): boolean {
  const day = Math.floor(moment.getTime() / dayMs);
  const name = `${timezone} ${day}`;
  const known = changes.get(name);
  if (known !== undefined) return known;
  const offsetOf = (other: number) => utcOffsetAt(new Date(other * dayMs), timezone);
  const isChange = offsetOf(day - 1) !== offsetOf(day + 2);
  changes.set(name, isChange);
  return isChange;
}

const abbreviation = /^(?!UTC|GMT)[A-Z]{3}$/i;

/**
 * IANA names such as Asia/Kolkata. Offsets such as +05:30 are refused, and abbreviations other than
 * UTC and GMT: BST is British to people and Asia/Dhaka to Intl.
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

export const deviceTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

import { toLocalTime } from '../local-time.ts';
import type { AccessRule } from './access-rule.ts';
import { timeText } from './window-text.ts';

type Validity = Pick<AccessRule, 'validFrom' | 'validUntil'>;

/** 'from 1 Dec 2026 until the end of 19 Dec 2026', on the campus; empty without limits. */
export function validityText({ validFrom, validUntil }: Validity, timezone: string): string {
  const from = validFrom === null ? '' : `from ${momentText(new Date(validFrom), timezone)}`;
  const until = validUntil === null ? '' : untilText(new Date(validUntil), timezone);
  return [from, until].filter(Boolean).join(' ');
}

/** A rule that ends at midnight holds to the end of the day before. */
function untilText(end: Date, timezone: string): string {
  const lastMinute = new Date(end.getTime() - 60_000);
  return isMidnight(end, timezone)
    ? `until the end of ${dayText(lastMinute, timezone)}`
    : `until ${momentText(end, timezone)}`;
}

/** '1 Dec 2026' where that day begins, else '1 Dec 2026, 14:00'. */
function momentText(moment: Date, timezone: string): string {
  const day = dayText(moment, timezone);
  if (isMidnight(moment, timezone)) return day;
  const { hour, minute } = toLocalTime(moment, timezone);
  return `${day}, ${timeText(hour * 60 + minute)}`;
}

function isMidnight(moment: Date, timezone: string): boolean {
  const { hour, minute } = toLocalTime(moment, timezone);
  return hour === 0 && minute === 0;
}

function dayText(moment: Date, timezone: string): string {
  const { year, month, day } = toLocalTime(moment, timezone);
  return `${day} ${months[month - 1]} ${year}`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

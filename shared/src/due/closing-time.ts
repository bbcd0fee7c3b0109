import { type AppError, appError } from '../core/errors.ts';
import { dateText, weekdayName } from '../core/formats.ts';
import { t } from '../texts/en/input.ts';
import {
  type Calendar,
  type CampusDay,
  dayAfter,
  endsNextDay,
  type OpeningHours,
  opensOn,
} from './calendar.ts';

/** A day may close at its very end. */
export const closingTimePattern = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Why a day cannot close at this time; null if it can. */
export function closingRefusal(
  day: string,
  closes: string,
  { hours, days }: Pick<Calendar, 'hours'> & { days: readonly Pick<CampusDay, 'day' | 'kind'>[] },
): AppError | null {
  const opens = opensOn(day, { hours });
  if (opens === null || closes > opens) return null;
  const own: CampusDay = { day, kind: 'short', closes, label: '' };
  if (!endsNextDay(day, closes, { hours, days: [own] }))
    return appError('CLOSES_BEFORE_OPENING', { day, opens });
  const next = dayAfter(day);
  const isClosed = days.some((entry) => entry.day === next && entry.kind === 'closed');
  const opensAgain = isClosed ? null : opensOn(next, { hours });
  return opensAgain !== null && closes > opensAgain
    ? appError('CLOSES_AFTER_NEXT_OPENING', { day: next, opens: opensAgain })
    : null;
}

/** Hours that overlap those of the next day, or null. They may end when those begin. */
export function overlapText(hours: readonly OpeningHours[]): string | null {
  for (const { weekday, opens, closes } of hours) {
    const next = hours.find((other) => other.weekday === (weekday % 7) + 1);
    if (!next || closes > opens || closes <= next.opens) continue;
    return t('hours-overlap', {
      day: weekdayName(weekday),
      closes,
      nextDay: weekdayName(next.weekday),
      opens: next.opens,
    });
  }
  return null;
}

/** '17:20 today', or '02:00 on 28 Nov' past midnight, as parameters of a text. */
export function closingParams(closes: string, nextDay: string | null) {
  const day = nextDay ? dateText(nextDay, 'day', 'UTC') : '';
  return { closes, isToday: nextDay === null ? ('yes' as const) : ('no' as const), day };
}

import { endsNextDay, type OpeningHours } from '@keydesk/shared/due/calendar';
import { t } from '@keydesk/shared/texts/en/calendar';

/** A closing time as an input of times holds it, which knows no 24:00. */
export function toTimeInput(closes: string): string {
  return closes === '24:00' ? '00:00' : closes;
}

/** A closing time as it was given: midnight is the end of the day. */
export function fromTimeInput(time: string): string {
  return time === '00:00' ? '24:00' : time;
}

/** What a closing time of a weekday means, where the time alone does not say it. */
export function closingNote({ opens, closes }: Pick<OpeningHours, 'opens' | 'closes'>): string {
  if (!opens || !closes) return '';
  if (fromTimeInput(closes) === '24:00') return t('midnight');
  return closes <= opens ? t('next-day') : '';
}

/** The same of a day that closes at another time for once. */
export function ownClosingNote(
  day: string,
  closes: string,
  hours: readonly OpeningHours[],
): string {
  if (fromTimeInput(closes) === '24:00') return t('midnight');
  const own = { day, kind: 'short' as const, label: '' };
  return day && closes && endsNextDay(day, closes, { hours, days: [own] }) ? t('next-day') : '';
}

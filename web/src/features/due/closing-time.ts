import { endsNextDay, type OpeningHours } from '@keydesk/shared/due/calendar';
import { t } from '@keydesk/shared/texts/en/calendar';

/** `<input type="time">` has no 24:00. */
export function toTimeInput(closes: string): string {
  return closes === '24:00' ? '00:00' : closes;
}

/** Midnight closes the day: 24:00. */
export function fromTimeInput(time: string): string {
  return time === '00:00' ? '24:00' : time;
}

/** Explains a weekday's closing time that is midnight or on the next day. */
export function closingNote({ opens, closes }: Pick<OpeningHours, 'opens' | 'closes'>): string {
  if (!opens || !closes) return '';
  if (fromTimeInput(closes) === '24:00') return t('midnight');
  return closes <= opens ? t('next-day') : '';
}

export function ownClosingNote(
  day: string,
  closes: string,
  hours: readonly OpeningHours[],
): string {
  if (fromTimeInput(closes) === '24:00') return t('midnight');
  const own = { day, kind: 'short' as const, label: '' };
  return day && closes && endsNextDay(day, closes, { hours, days: [own] }) ? t('next-day') : '';
}

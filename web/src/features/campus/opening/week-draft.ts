import type { OpeningHours } from '@keydesk/shared/due/calendar';
import { weekdayName } from '@keydesk/shared/due/calendar';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The hours of one weekday as the form has them; closed days keep their times for later. */
export type DayDraft = { weekday: number; isOpen: boolean; opens: string; closes: string };

const usualOpening = '08:00';

/** The week as the form begins; `closes` is when days without hours of their own close. */
export function toWeekDraft(hours: readonly OpeningHours[], closes: string): DayDraft[] {
  return weekdays.map((weekday) => {
    const stored = hours.find((day) => day.weekday === weekday);
    const opens = closes > usualOpening ? usualOpening : '00:00';
    return { weekday, isOpen: stored !== undefined, opens, closes, ...stored };
  });
}

/** The opening hours of a draft. */
export function toHours(week: readonly DayDraft[]): OpeningHours[] {
  return week
    .filter(({ isOpen }) => isOpen)
    .map(({ weekday, opens, closes }) => ({ weekday, opens, closes }));
}

/** What is wrong with a day; null if nothing is. */
export function dayError({ weekday, isOpen, opens, closes }: DayDraft): string | null {
  if (!isOpen) return null;
  if (!opens || !closes) return `Please say when ${weekdayName(weekday)} begins and ends`;
  return opens < closes ? null : `${weekdayName(weekday)} has to open before it closes`;
}

/** The week with Monday's hours on every day that is open. */
export function likeMonday(week: readonly DayDraft[]): DayDraft[] {
  const [monday] = week;
  if (!monday) return [...week];
  const { opens, closes } = monday;
  return week.map((day) => (day.isOpen ? { ...day, opens, closes } : day));
}

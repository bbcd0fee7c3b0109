import type { CampusDay } from './campus-day.ts';

/** How busy the desk is at a full hour, from 6 to 22: a peak at nine, a lunch dip, a second peak. */
const weekdayHours = [0, 2, 10, 16, 9, 8, 6, 2, 9, 10, 7, 3, 2, 1, 0.6, 0.2, 0];
const FIRST_HOUR = 6;

/** Sunday to Saturday, against a full working day. */
const weekdayShare = [0.05, 1, 1.06, 1, 0.95, 0.82, 0.2];

export const isWorkingDay = (day: CampusDay): boolean => day.weekday >= 1 && day.weekday <= 5;

export const shareOfDay = (day: CampusDay): number => weekdayShare[day.weekday] ?? 0;

/** How likely a visit begins at this minute of a day: between the full hours in a straight line. */
const visitWeight = (minute: number): number => {
  const hour = minute / 60 - FIRST_HOUR;
  const before = weekdayHours[Math.floor(hour)] ?? 0;
  const after = weekdayHours[Math.floor(hour) + 1] ?? 0;
  return before + (after - before) * (hour % 1);
};

/** Every five minutes at which the desk may be visited, and how likely each is. */
export const visitSlots: readonly { minute: number; weight: number }[] = Array.from(
  { length: (weekdayHours.length - 1) * 12 },
  (_, index) => FIRST_HOUR * 60 + index * 5,
).map((minute) => ({ minute, weight: visitWeight(minute) }));

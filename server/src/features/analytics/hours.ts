import type { ChartPoint, PeakUsage } from '@keydesk/shared/analytics/analytics';
import type { HourCount } from './hourly-usage.query.ts';

const topHours = 5;
const hoursOfADay = Array.from({ length: 24 }, (_, hour) => hour);

const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

/** The hours in which most keys were handed out, busiest first; of equals the earlier. */
export const peakHoursOf = (hours: readonly HourCount[]): PeakUsage['peakHours'] =>
  [...hours]
    .sort((one, other) => other.count - one.count || one.hour - other.hour)
    .slice(0, topHours)
    .map(({ hour, count }) => ({ timeLabel: `${clock(hour)} - ${clock(hour + 1)}`, count }));

/** All hours of a day in their order. */
export const hourChart = (hours: readonly HourCount[]): ChartPoint[] => {
  const counts = new Map(hours.map(({ hour, count }) => [hour, count]));
  return hoursOfADay.map((hour) => ({
    _id: String(hour).padStart(2, '0'),
    period: clock(hour),
    count: counts.get(hour) ?? 0,
  }));
};

import type { Campus } from './campus.ts';
import { isWorkingDay, shareOfDay, visitSlots } from './rhythm.ts';

const HOUR = 3_600_000;
const FADING = 8 * HOUR;

/** Recent moments at which loans began that still last: the longer ago, the fewer. */
export const recentVisits = ({ now, random, days }: Campus, count: number): Date[] => {
  const slots = days.slice(0, 4).flatMap((day) =>
    visitSlots.map(({ minute, weight }) => {
      const takenAt = day.at(minute);
      const age = now.getTime() - takenAt.getTime();
      const fading = age > 0 ? Math.exp(-age / FADING) : 0;
      return { takenAt, weight: shareOfDay(day) * weight * fading };
    }),
  );
  return Array.from(
    { length: count },
    () => random.pickWeighted(slots, ({ weight }) => weight).takenAt,
  );
};

/** Moments on earlier working days: keys taken then are overdue at any reminder time. */
export const forgottenVisits = ({ random, days }: Campus, count: number): Date[] =>
  days
    .slice(1, 11)
    .filter(isWorkingDay)
    .slice(0, count)
    .map((day) => day.at(random.between(9 * 60, 15 * 60)));

/** Yesterday afternoon, and twice today or, before the desk has opened, yesterday evening. */
export const starVisits = ({ now, days: [today, yesterday] }: Campus): Date[] => {
  if (!(today && yesterday)) return [];
  const until = Math.min(now.getTime(), today.at(18 * 60 + 30).getTime());
  const stay = Math.min((until - today.at(8 * 60 + 20).getTime()) / 2, 2 * HOUR);
  const recent =
    stay > HOUR / 6
      ? [new Date(until - stay), new Date(until - stay / 2)]
      : [yesterday.at(17 * 60 + 42), yesterday.at(18 * 60 + 5)];
  return [yesterday.at(15 * 60 + 40), ...recent];
};

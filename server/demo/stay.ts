import type { CampusDay } from './campus-day.ts';
import type { Random } from './random.ts';
import { isWorkingDay } from './rhythm.ts';

/** Lengths of a class, a lab session, an office day: minutes for which a key is usually wanted. */
const usualMinutes = new Map<string, readonly number[]>([
  ['classroom', [50, 55, 60, 110, 120]],
  ['lab', [110, 120, 170, 180]],
  ['office', [120, 240, 360, 450]],
  ['storage', [15, 25, 40]],
]);
const otherwise = [45, 60, 90, 150];

/** Somebody's stay in a room; they come to the desk at `from`, in minutes of `day`. */
interface Stay {
  readonly day: CampusDay;
  readonly from: number;
  readonly category: string;
}

const nextMorning = (random: Random, day: CampusDay, days: readonly CampusDay[]) =>
  days
    .slice(0, day.daysAgo)
    .findLast(isWorkingDay)
    ?.at(random.between(8 * 60, 10 * 60) + random.fraction());

/**
 * When the key comes back: after a usual time, by the evening; now and then only on the next working
 * morning. Undefined while that morning has not come.
 */
export const endOfStay = (
  random: Random,
  { day, from, category }: Stay,
  days: readonly CampusDay[],
): Date | undefined => {
  if (random.chance(0.03)) return nextMorning(random, day, days);
  const usual = random.pick(usualMinutes.get(category) ?? otherwise);
  const wanted = from + usual + random.between(-6, 14);
  const closing = random.between(18 * 60, 20 * 60 + 45);
  const until = Math.min(wanted, Math.max(closing, from + random.between(10, 40)));
  return day.at(until + random.fraction());
};

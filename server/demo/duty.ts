import type { UserRow } from '../test/factories/users.ts';
import type { Campus } from './campus.ts';
import { minuteOfDay } from './campus-day.ts';

const SHIFT_CHANGE = 14 * 60;

/** Who stands at the desk: the first guard mostly until two o'clock, the others mostly after it. */
export const guardOnDuty = ({ random, days, guards }: Campus, moment: Date): UserRow => {
  const [first, ...others] = guards;
  const isFirst = random.chance(minuteOfDay(days, moment) < SHIFT_CHANGE ? 0.9 : 0.25);
  return isFirst || others.length === 0 ? first : random.pick(others);
};

import { liveUserActs } from './live-counts.ts';
import { eachDay, summedRange } from './summed-range.ts';

/** Who was active in the range, in closed days and hours, and live; some more than once. */
export const activeInRange = `${summedRange},
  acts AS (
    SELECT u.user_id FROM whole w JOIN user_ranges u ON u.days = w.days
    UNION ALL
    SELECT d.user_id FROM separate s ${eachDay('SELECT user_id FROM user_days')}
    UNION ALL
    SELECT u.user_id FROM hours h JOIN user_hours u ON u.starts = h.starts
    UNION ALL
    SELECT user_id FROM (${liveUserActs}) AS l)`;

/** Who was active in which slot that is not counted by role and department, once in each. */
export const activeInSlots = `
  acts AS (
    SELECT h.slot, u.user_id FROM hours h JOIN user_hours u ON u.starts = h.starts
    UNION ALL
    (SELECT c.slot, d.user_id
       FROM closed c JOIN user_days d ON d.day = c.day
      WHERE NOT EXISTS (SELECT FROM active_days a WHERE a.day = c.day)
     UNION
     SELECT slot, user_id FROM (${liveUserActs}) AS l))`;

/** The people among those active who are still there and match the filters of role and department. */
export const matchingPeople = `
  people AS (
    SELECT u.id, u.department FROM users u
     WHERE u.deleted_at IS NULL AND ($7 = 'all' OR u.role = $7) AND ($8 = 'all' OR u.department = $8))`;

import { liveUserActs } from './live-counts.ts';

/** Who was active in which slot, closed and live. */
export const userActs = `
  acts AS (
    SELECT c.slot, d.user_id FROM closed c JOIN user_days d ON d.day = c.day
    UNION ALL
    SELECT slot, user_id FROM (${liveUserActs}) AS l)`;

/** The people among those active who are still there and match the filters of role and department. */
export const matchingPeople = `
  people AS (
    SELECT u.id, u.department FROM users u
     WHERE u.deleted_at IS NULL AND ($7 = 'all' OR u.role = $7) AND ($8 = 'all' OR u.department = $8))`;

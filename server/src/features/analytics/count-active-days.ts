import { type Connection, type Database, transact } from '../../db/client.ts';
import { lockClosing } from './closing-lock.ts';

const uncounted = `
  SELECT d.day FROM closed_days d
   WHERE d.day < $1
     AND NOT EXISTS (SELECT FROM active_days a WHERE a.day = d.day)
     AND EXISTS (SELECT FROM user_days u JOIN users p ON p.id = u.user_id
                  WHERE u.day = d.day AND p.deleted_at IS NULL)`;

const isToCount = async (db: Connection, running: string): Promise<boolean> =>
  ((await db.query(`${uncounted} LIMIT 1`, [running])).rowCount ?? 0) > 0;

/**
 * Counts the active people of closed days by role and department, again when these have changed: of
 * those before the running day, because whoever was active in it so far may be so again.
 */
export const countActiveDays = async (db: Database, running: string): Promise<void> => {
  if (!(await isToCount(db, running))) return;
  await transact(db, async (tx) => {
    await lockClosing(tx);
    await tx.query(
      `INSERT INTO active_days (day, role, department, people)
       SELECT d.day, u.role, coalesce(u.department, ''), count(*)
         FROM user_days d JOIN users u ON u.id = d.user_id
        WHERE u.deleted_at IS NULL AND d.day IN (${uncounted})
        GROUP BY d.day, u.role, coalesce(u.department, '')`,
      [running],
    );
  });
};

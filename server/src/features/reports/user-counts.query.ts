import type { Role } from '@keydesk/shared/users/role';
import type { Connection } from '../../db/client.ts';

/** How many people there are now, by role. */
export const userCounts = async (db: Connection): Promise<{ role: Role; count: number }[]> => {
  const { rows } = await db.query<{ role: Role; count: number }>(
    'SELECT role, count(*)::int AS count FROM users WHERE deleted_at IS NULL GROUP BY role',
  );
  return rows;
};

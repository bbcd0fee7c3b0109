import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import type { Connection } from '../../db/client.ts';

type TopHolder = AdminDashboard['stats']['topHolders'][number];

/** Who has the most keys out now; of equals whose name comes first. */
export const topHolders = async (db: Connection, limit: number): Promise<TopHolder[]> => {
  const { rows } = await db.query<TopHolder>(
    `SELECT u.id AS "userId", u.name, count(*)::int AS count
       FROM loans l JOIN users u ON u.id = l.holder_id
      WHERE l.returned_at IS NULL
      GROUP BY u.id
      ORDER BY count DESC, u.name, u.id
      LIMIT $1`,
    [limit],
  );
  return rows;
};

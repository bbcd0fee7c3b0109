import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import { desc, isNull } from 'drizzle-orm';
import type { Connection } from '../../platform/db/client.ts';
import { users } from '../../platform/db/tables.ts';

/** A recent activity: a key went out or came back, or somebody joined. */
export type ActivityItem = {
  id: string;
  at: Date;
  kind: 'out' | 'back' | 'joined';
  person: string;
  key_number: string | null;
  return_type: ReturnType | null;
  returner: string | null;
};

/** The latest hand-outs, returns and new people, newest first. */
export async function listRecentActivity(db: Connection, limit: number): Promise<ActivityItem[]> {
  const { rows } = await db.query<ActivityItem>(
    `SELECT * FROM (
       (SELECT l.id || '-out' AS id, l.taken_at AS at, 'out' AS kind, h.name AS person,
               k.key_number, NULL AS return_type, NULL AS returner
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
         ORDER BY l.taken_at DESC LIMIT $1)
       UNION ALL
       (SELECT l.id || '-back', l.returned_at, 'back', h.name, k.key_number, l.return_type, r.name
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
          JOIN users r ON r.id = l.returned_by
         WHERE l.returned_at IS NOT NULL
         ORDER BY l.returned_at DESC LIMIT $1)
       UNION ALL
       (SELECT u.id || '-joined', u.created_at, 'joined', u.name, NULL, NULL, NULL
          FROM users u WHERE u.deleted_at IS NULL
         ORDER BY u.created_at DESC LIMIT $1)
     ) AS activity
     ORDER BY at DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** The people who joined last. */
export function recentUsers(db: Connection, limit: number) {
  return db.orm
    .select()
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

type TopHolder = AdminDashboard['stats']['topHolders'][number];

/** The people with the most keys out now; ties are ordered by name. */
export async function topHolders(db: Connection, limit: number): Promise<TopHolder[]> {
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
}

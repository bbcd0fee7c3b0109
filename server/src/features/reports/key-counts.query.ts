import type { Connection } from '../../db/client.ts';

export type KeyCounts = { total: number; out: number; overdue: number };

/** How many keys there are now, how many of them are out, and of these since before a moment. */
export const keyCounts = async (db: Connection, overdueBefore: Date): Promise<KeyCounts> => {
  const { rows } = await db.query<KeyCounts>(
    `SELECT count(*)::int AS total, count(l.id)::int AS out,
            count(*) FILTER (WHERE l.taken_at < $1)::int AS overdue
       FROM keys k LEFT JOIN loans l ON l.key_id = k.id AND l.returned_at IS NULL
      WHERE k.deleted_at IS NULL`,
    [overdueBefore],
  );
  return rows[0] ?? { total: 0, out: 0, overdue: 0 };
};

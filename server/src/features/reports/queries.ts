import type { Role } from '@keydesk/shared/users/role';
import type { Connection } from '../../platform/db/client.ts';
import { isOverdue } from '../../platform/db/predicates.ts';
import { type Range, slotRows, slotValues } from '../analytics/index.ts';

export type KeyCounts = { total: number; out: number; overdue: number };

/** How many keys there are, how many are out, and how many of those are overdue at this time. */
export async function keyCounts(db: Connection, now: Date): Promise<KeyCounts> {
  const { rows } = await db.query<KeyCounts>(
    `SELECT count(*)::int AS total, count(l.id)::int AS out,
            count(*) FILTER (WHERE ${isOverdue('l', '$1')})::int AS overdue
       FROM keys k LEFT JOIN loans l ON l.key_id = k.id AND l.returned_at IS NULL
      WHERE k.deleted_at IS NULL`,
    [now],
  );
  return rows[0] ?? { total: 0, out: 0, overdue: 0 };
}

/** How many people there are, by role. */
export async function userCounts(db: Connection): Promise<{ role: Role; count: number }[]> {
  const { rows } = await db.query<{ role: Role; count: number }>(
    'SELECT role, count(*)::int AS count FROM users WHERE deleted_at IS NULL GROUP BY role',
  );
  return rows;
}

/** How many people joined in each slot of the range, without removed ones. */
export async function registrations(
  db: Connection,
  range: Range,
): Promise<{ slot: number; count: number }[]> {
  const { rows } = await db.query<{ slot: number; count: number }>(
    `SELECT s.slot, count(*)::int AS count
       FROM ${slotRows}
       JOIN users u ON u.created_at >= s.starts AND u.created_at < s.ends
      WHERE u.deleted_at IS NULL
      GROUP BY s.slot`,
    slotValues(range),
  );
  return rows;
}

/** Who handed out keys in the range without a code, most first: by name, and by ID card. */
export async function handOutsWithoutCode(
  db: Connection,
  { starts, ends }: Pick<Range, 'starts' | 'ends'>,
): Promise<WithoutCode[]> {
  const { rows } = await db.query<WithoutCode>(
    `SELECT l.handed_by AS "userId", u.name,
            count(*) FILTER (WHERE l.identified_by = 'desk')::int AS "byName",
            count(*) FILTER (WHERE l.identified_by = 'card')::int AS "byCard"
       FROM loans l JOIN users u ON u.id = l.handed_by
      WHERE l.identified_by IN ('desk', 'card') AND l.taken_at >= $1 AND l.taken_at < $2
      GROUP BY l.handed_by, u.name
      ORDER BY count(*) DESC, u.name
      LIMIT 50`,
    [starts, ends],
  );
  return rows;
}

type WithoutCode = { userId: string; name: string; byName: number; byCard: number };

import type { Connection } from '../../db/client.ts';
import { spanValues } from '../analytics/counted-time.ts';
import type { Range } from '../analytics/range.ts';

/** For each slot of the range, the people still there who first signed in in it. */
export const registrations = async (
  db: Connection,
  { slots }: Range,
): Promise<{ slot: number; count: number }[]> => {
  const { rows } = await db.query<{ slot: number; count: number }>(
    `SELECT s.slot, count(*)::int AS count
       FROM unnest($1::int[], $2::date[], $3::timestamptz[], $4::timestamptz[], $5::int[])
              AS s(slot, day, starts, ends, ahead)
       JOIN users u ON u.created_at >= s.starts AND u.created_at < s.ends
      WHERE u.deleted_at IS NULL
      GROUP BY s.slot`,
    spanValues(slots),
  );
  return rows;
};

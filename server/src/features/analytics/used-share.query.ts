import type { Connection } from '../../db/client.ts';
import { countedTime, rangeValues } from './counted-time.ts';
import { keyUses } from './key-uses.ts';
import type { Range } from './range.ts';

/** How many keys the campus (or department) has, and how many of them were handed out in the range. */
export const usedShare = async (
  db: Connection,
  range: Range,
  department: string,
): Promise<{ used: number; all: number }> => {
  const { rows } = await db.query<{ used: number; all: number }>(
    `WITH ${countedTime}, ${keyUses}, used AS (SELECT DISTINCT key_id FROM uses)
     SELECT count(u.key_id)::int AS used, count(*)::int AS all
       FROM keys k LEFT JOIN used u ON u.key_id = k.id
      WHERE k.deleted_at IS NULL AND ($7 = 'all' OR k.department = $7)`,
    [...rangeValues(range), department],
  );
  return rows[0] ?? { used: 0, all: 0 };
};

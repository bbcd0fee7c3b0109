import type { KeyUsage } from '@keydesk/shared/analytics/analytics';
import type { Connection } from '../../db/client.ts';
import { countedTime, rangeValues } from './counted-time.ts';
import { keyUses } from './key-uses.ts';
import type { Range } from './range.ts';

type UsedKey = KeyUsage['mostUsedKeys'][number];

/** The keys with the most loans in the range, deleted ones too; of equals the lower number first. */
export const mostUsedKeys = async (
  db: Connection,
  range: Range,
  department: string,
  limit: number,
): Promise<UsedKey[]> => {
  const { rows } = await db.query<UsedKey>(
    `WITH ${countedTime}, ${keyUses},
     sums AS (SELECT key_id, sum(loans)::int AS loans FROM uses GROUP BY key_id)
     SELECT k.key_number AS "keyNumber", k.key_name AS "keyName", k.department,
            s.loans AS "usageCount"
       FROM sums s JOIN keys k ON k.id = s.key_id
      WHERE $7 = 'all' OR k.department = $7
      ORDER BY s.loans DESC, k.key_number, k.id
      LIMIT $8`,
    [...rangeValues(range), department, limit],
  );
  return rows;
};

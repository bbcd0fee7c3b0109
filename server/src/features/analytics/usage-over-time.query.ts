import type { Connection } from '../../db/client.ts';
import type { SlotCount } from './chart.ts';
import { countedTime, rangeValues } from './counted-time.ts';
import { hourUses } from './hour-uses.ts';
import type { Range } from './range.ts';

/** For each slot, the number of loans whose key (of this department) was handed out in it. */
export const usageOverTime = async (
  db: Connection,
  range: Range,
  department: string,
): Promise<SlotCount[]> => {
  const { rows } = await db.query<SlotCount>(
    `WITH ${countedTime}, ${hourUses}
     SELECT slot, sum(loans)::int AS count FROM uses
      WHERE $7 = 'all' OR department = $7
      GROUP BY slot`,
    [...rangeValues(range), department],
  );
  return rows;
};

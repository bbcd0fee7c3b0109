import type { Connection } from '../../db/client.ts';
import { countedTime, rangeValues } from './counted-time.ts';
import { hourUses } from './hour-uses.ts';
import type { Range } from './range.ts';

export type HourCount = { hour: number; count: number };

/** For each hour that the campus's clocks show, the loans of the range handed out in that hour. */
export const hourlyUsage = async (
  db: Connection,
  range: Range,
  department: string,
): Promise<HourCount[]> => {
  const { rows } = await db.query<HourCount>(
    `WITH ${countedTime}, ${hourUses}
     SELECT hour, sum(loans)::int AS count FROM uses
      WHERE $7 = 'all' OR department = $7
      GROUP BY hour`,
    [...rangeValues(range), department],
  );
  return rows;
};

import type { Connection } from '../../db/client.ts';
import type { SlotCount } from './chart.ts';
import { countedTime, rangeValues } from './counted-time.ts';
import type { PeopleFilter } from './people-filter.ts';
import type { Range } from './range.ts';
import { matchingPeople, userActs } from './user-acts.ts';

/** For each slot, the number of different people who were active in it. */
export const loginActivity = async (
  db: Connection,
  range: Range,
  { role, department }: PeopleFilter,
): Promise<SlotCount[]> => {
  const { rows } = await db.query<SlotCount>(
    `WITH ${countedTime}, ${userActs}, ${matchingPeople}
     SELECT a.slot, count(*)::int AS count
       FROM acts a JOIN people p ON p.id = a.user_id
      GROUP BY a.slot`,
    [...rangeValues(range), role, department],
  );
  return rows;
};

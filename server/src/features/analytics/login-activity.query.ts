import type { Connection } from '../../db/client.ts';
import type { SlotCount } from './chart.ts';
import { countedTime, rangeValues } from './counted-time.ts';
import type { PeopleFilter } from './people-filter.ts';
import type { Range } from './range.ts';
import { activeInSlots, matchingPeople } from './user-acts.ts';

/** For each slot, the number of different people who were active in it. */
export const loginActivity = async (
  db: Connection,
  range: Range,
  { role, department }: PeopleFilter,
): Promise<SlotCount[]> => {
  const { rows } = await db.query<SlotCount>(
    `WITH ${countedTime}, ${activeInSlots}, ${matchingPeople},
     counts AS (
       SELECT c.slot, a.people FROM closed c JOIN active_days a ON a.day = c.day
        WHERE ($7 = 'all' OR a.role = $7) AND ($8 = 'all' OR a.department = $8)
       UNION ALL
       SELECT a.slot, count(*) FROM acts a JOIN people p ON p.id = a.user_id GROUP BY a.slot)
     SELECT slot, sum(people)::int AS count FROM counts GROUP BY slot`,
    [...rangeValues(range), role, department],
  );
  return rows;
};

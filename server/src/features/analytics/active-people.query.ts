import type { Connection } from '../../db/client.ts';
import { countedTime, rangeValues } from './counted-time.ts';
import type { PeopleFilter } from './people-filter.ts';
import type { Range } from './range.ts';
import { activeInRange, matchingPeople } from './user-acts.ts';

export type DepartmentCount = { department: string | null; count: number };

/** The people active at least once in the range, by the department they registered with. */
export const activePeople = async (
  db: Connection,
  range: Range,
  { role, department }: PeopleFilter,
): Promise<DepartmentCount[]> => {
  const { rows } = await db.query<DepartmentCount>(
    `WITH ${countedTime}, ${activeInRange}, ${matchingPeople},
     active AS (SELECT DISTINCT user_id FROM acts)
     SELECT p.department, count(*)::int AS count
       FROM active a JOIN people p ON p.id = a.user_id
      GROUP BY p.department
      ORDER BY count DESC, p.department NULLS LAST`,
    [...rangeValues(range), role, department],
  );
  return rows;
};

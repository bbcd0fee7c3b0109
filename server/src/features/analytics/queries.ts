import type { KeyUsage } from '@keydesk/shared/analytics/analytics';
import type { Connection } from '../../platform/db/client.ts';
import type { Range, SlotCount } from './range.ts';
import {
  activeInRange,
  activeInSlots,
  countedTime,
  hourUses,
  keyUses,
  matchingPeople,
  rangeValues,
} from './rollup-sql.ts';

/** Whose activity is counted: a role and a department, each may be `all`. */
type PeopleFilter = { role: string; department: string };

/** How many keys (of this department) were handed out in each slot. */
export async function usageOverTime(
  db: Connection,
  range: Range,
  department: string,
): Promise<SlotCount[]> {
  const { rows } = await db.query<SlotCount>(
    `WITH ${countedTime}, ${hourUses}
     SELECT slot, sum(loans)::int AS count FROM uses
      WHERE $7 = 'all' OR department = $7
      GROUP BY slot`,
    [...rangeValues(range), department],
  );
  return rows;
}

type UsedKey = KeyUsage['mostUsedKeys'][number];

/** The keys with the most loans in the range, deleted ones included; ties by number. */
export async function mostUsedKeys(
  db: Connection,
  range: Range,
  department: string,
  limit: number,
): Promise<UsedKey[]> {
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
}

/** How many keys the campus (or department) has, and how many were handed out in the range. */
export async function usedShare(
  db: Connection,
  range: Range,
  department: string,
): Promise<{ used: number; all: number }> {
  const { rows } = await db.query<{ used: number; all: number }>(
    `WITH ${countedTime}, ${keyUses}, used AS (SELECT DISTINCT key_id FROM uses)
     SELECT count(u.key_id)::int AS used, count(*)::int AS all
       FROM keys k LEFT JOIN used u ON u.key_id = k.id
      WHERE k.deleted_at IS NULL AND ($7 = 'all' OR k.department = $7)`,
    [...rangeValues(range), department],
  );
  return rows[0] ?? { used: 0, all: 0 };
}

export type HourCount = { hour: number; count: number };

/** How many keys were handed out in each hour of the day, in local time. */
export async function hourlyUsage(
  db: Connection,
  range: Range,
  department: string,
): Promise<HourCount[]> {
  const { rows } = await db.query<HourCount>(
    `WITH ${countedTime}, ${hourUses}
     SELECT hour, sum(loans)::int AS count FROM uses
      WHERE $7 = 'all' OR department = $7
      GROUP BY hour`,
    [...rangeValues(range), department],
  );
  return rows;
}

type DepartmentCount = { department: string | null; count: number };

/** How many people were active in the range, by the department they registered with. */
export async function activePeople(
  db: Connection,
  range: Range,
  { role, department }: PeopleFilter,
): Promise<DepartmentCount[]> {
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
}

/** How many different people were active in each slot. */
export async function loginActivity(
  db: Connection,
  range: Range,
  { role, department }: PeopleFilter,
): Promise<SlotCount[]> {
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
}

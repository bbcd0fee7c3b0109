import { peopleCodeOf } from '@keydesk/shared/campus/campus';
import { clockText } from '@keydesk/shared/core/formats';
import type {
  ActiveUsers,
  ChartPoint,
  KeyUsage,
  PeakUsage,
} from '@keydesk/shared/insight/analytics';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import type { Connection } from '../../db/client.ts';
import { isUse } from '../../db/predicates.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import { type Range, type SlotCount, toChartPoints } from './range.ts';

type UsageFilter = { department: string };
type ActivityFilter = UsageFilter & { role: string };

const topKeys = 5;

export async function keyUsage(
  db: Connection,
  range: Range,
  { department }: UsageFilter,
): Promise<KeyUsage> {
  await requireDepartment(db, department);
  const [counts, most] = await Promise.all([
    usageOverTime(db, range, department),
    mostUsedKeys(db, range, department, topKeys),
  ]);
  return {
    totalUsage: sum(counts),
    mostUsedKeys: most,
    usageOverTime: toChartPoints(range, counts),
  };
}

/** @throws UNKNOWN_ENTRY except for `all` and entries that the campus has or had */
async function requireDepartment(db: Connection, department: string): Promise<void> {
  if (department !== 'all') requireKnownEntries(await readCampus(db), { department });
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

export async function activeUsers(
  db: Connection,
  range: Range,
  { department, role }: ActivityFilter,
): Promise<ActiveUsers> {
  const filter = { role, department: await peopleDepartment(db, department) };
  const people = await activePeople(db, range, filter);
  return {
    activeUsersCount: people.length,
    usersByDepartment: toDepartments(people),
    loginActivity: toChartPoints(range, countBySlot(range, people)),
  };
}

/** Looks at each digit once, of which a year of a large campus has millions. */
function countBySlot({ slots }: Range, people: readonly ActivePerson[]): SlotCount[] {
  const counts = slots.map((_, slot) => ({ slot, count: 0 }));
  for (const { slots: digits } of people)
    for (const counted of counts) if (digits[counted.slot] === '1') counted.count += 1;
  return counts;
}

/** The department to filter people by; `all` for all. */
async function peopleDepartment(db: Connection, department: string): Promise<string> {
  if (department === 'all') return department;
  const campus = await readCampus(db);
  requireKnownEntries(campus, { department });
  return peopleCodeOf(campus, department);
}

/** Largest first, ties by name; people without a department last. */
function toDepartments(people: readonly ActivePerson[]): ActiveUsers['usersByDepartment'] {
  const counts = new Map<string | null, number>();
  for (const { department } of people) counts.set(department, (counts.get(department) ?? 0) + 1);
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || compareDepartments(a, b))
    .map(([department, count]) => ({ _id: department ?? recordedText('no-department'), count }));
}

function compareDepartments(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

/** Looks for one act of each person, where `activePeople` goes through all of them. */
export async function countActive(db: Connection, { starts, ends }: Range): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM users u
      WHERE u.deleted_at IS NULL AND u.role <> 'visitor'
        AND (EXISTS (SELECT FROM sign_ins i
                      WHERE i.user_id = u.id AND i.at >= $1 AND i.at < $2)
             OR u.id IN (SELECT coalesce(l.holder_id, l.handed_by) FROM loans l
                          WHERE l.taken_at >= $1 AND l.taken_at < $2 AND ${isUse('l')}
                          GROUP BY GROUPING SETS ((l.holder_id), (l.handed_by)))
             OR u.id IN (SELECT coalesce(l.returned_by, l.received_by) FROM loans l
                          WHERE l.returned_at >= $1 AND l.returned_at < $2
                          GROUP BY GROUPING SETS ((l.returned_by), (l.received_by))))`,
    [starts, ends],
  );
  return rows[0]?.count ?? 0;
}

/** Hours of hand-outs in the time zone of the campus, and the share of keys used. */
export async function peakUsage(
  { db, timezone }: { db: Connection; timezone: string },
  range: Range,
  { department }: UsageFilter,
): Promise<PeakUsage> {
  await requireDepartment(db, department);
  const [keys, hours] = await Promise.all([
    countUsedKeys(db, range, department),
    hourlyUsage(db, range, timezone, department),
  ]);
  return {
    usagePercentage: percentage(keys.out, keys.all),
    usedInRangePercentage: percentage(keys.used, keys.all),
    peakHours: toPeakHours(hours),
    hourlyUsage: toHourlyChart(hours),
  };
}

/** Busiest first, ties by time. */
function toPeakHours(hours: readonly HourCount[]): PeakUsage['peakHours'] {
  return [...hours]
    .sort((a, b) => b.count - a.count || a.hour - b.hour)
    .slice(0, topHours)
    .map(({ hour, count }) => ({
      timeLabel: `${hourLabel(hour)} - ${hourLabel(hour + 1)}`,
      count,
    }));
}

function hourLabel(hour: number): string {
  return clockText((hour % 24) * 60);
}

function toHourlyChart(hours: readonly HourCount[]): ChartPoint[] {
  const counts = new Map(hours.map(({ hour, count }) => [hour, count]));
  return hoursOfADay.map((hour) => ({
    _id: String(hour).padStart(2, '0'),
    period: hourLabel(hour),
    count: counts.get(hour) ?? 0,
  }));
}

const topHours = 5;
const hoursOfADay = Array.from({ length: 24 }, (_, hour) => hour);

/** One decimal; 0 if the whole is 0. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}

/** Parameters 1 to 3 of a statement about a range: when each slot starts, and its bounds. */
export function rangeValues({ starts, ends, slots }: Range): unknown[] {
  return [slots.map((slot) => slot.starts.toISOString()), starts, ends];
}

/** SQL for the index of a moment's slot; `rangeValues`. */
export function slotOf(moment: string): string {
  return `width_bucket(${moment}, $1::timestamptz[]) - 1`;
}

export function isInRange(moment: string): string {
  return `(${moment} >= $2 AND ${moment} < $3)`;
}

/** SQL condition; the parameter is a department or `all`. */
function keyIsOf(department: string): string {
  return `(${department} = 'all' OR l.key_id IN (SELECT id FROM keys WHERE department = ${department}))`;
}

async function usageOverTime(
  db: Connection,
  range: Range,
  department: string,
): Promise<SlotCount[]> {
  const { rows } = await db.query<SlotCount>(
    `SELECT ${slotOf('l.taken_at')} AS slot, count(*)::int AS count FROM loans l
      WHERE ${isInRange('l.taken_at')} AND ${isUse('l')} AND ${keyIsOf('$4')}
      GROUP BY slot`,
    [...rangeValues(range), department],
  );
  return rows;
}

type UsedKey = KeyUsage['mostUsedKeys'][number];

/** Includes deleted keys; ties by number. */
async function mostUsedKeys(
  db: Connection,
  { starts, ends }: Range,
  department: string,
  limit: number,
): Promise<UsedKey[]> {
  const { rows } = await db.query<UsedKey>(
    `SELECT k.id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName", k.department,
            u.loans AS "usageCount"
       FROM (SELECT key_id, count(*)::int AS loans FROM loans
              WHERE taken_at >= $1 AND taken_at < $2 AND ${isUse('loans')}
              GROUP BY key_id) u
       JOIN keys k ON k.id = u.key_id
      WHERE $3 = 'all' OR k.department = $3
      ORDER BY u.loans DESC, k.key_number, k.id
      LIMIT $4`,
    [starts, ends, department, limit],
  );
  return rows;
}

/** Keys of the campus or department: all, out now, and used in the range. */
async function countUsedKeys(
  db: Connection,
  { starts, ends }: Range,
  department: string,
): Promise<KeyCounts> {
  const { rows } = await db.query<KeyCounts>(
    `SELECT count(u.key_id)::int AS used, count(*)::int AS all, count(o.key_id)::int AS out
       FROM keys k
       LEFT JOIN (SELECT DISTINCT key_id FROM loans
                   WHERE taken_at >= $1 AND taken_at < $2 AND ${isUse('loans')}) u
              ON u.key_id = k.id
       LEFT JOIN loans o ON o.key_id = k.id AND o.returned_at IS NULL
      WHERE k.deleted_at IS NULL AND ($3 = 'all' OR k.department = $3)`,
    [starts, ends, department],
  );
  return rows[0] ?? { used: 0, all: 0, out: 0 };
}

type KeyCounts = { used: number; all: number; out: number };

type HourCount = { hour: number; count: number };

/**
 * Hand-outs by local hour. Counted by quarter hours first, of which every zone's offset is a
 * multiple: converting each loan's time takes half as long again.
 */
async function hourlyUsage(
  db: Connection,
  { starts, ends }: Range,
  timezone: string,
  department: string,
): Promise<HourCount[]> {
  const { rows } = await db.query<HourCount>(
    `SELECT date_part('hour', quarter AT TIME ZONE $3)::int AS hour, sum(count)::int AS count
       FROM (SELECT date_bin('15 minutes', l.taken_at, 'epoch') AS quarter, count(*)
               FROM loans l
              WHERE l.taken_at >= $1 AND l.taken_at < $2 AND ${isUse('l')} AND ${keyIsOf('$4')}
              GROUP BY quarter) AS q
      GROUP BY hour`,
    [starts, ends, timezone, department],
  );
  return rows;
}

/** Role and department; each may be `all`. */
type PeopleFilter = { role: string; department: string };

/** `department` at registration. `slots` has a digit per slot: 1 active, 0 not. */
type ActivePerson = { department: string | null; slots: string };

/**
 * Active means signed in, took or returned a key, or handed one over at the desk. Each grouping set
 * yields the people of one column, in a single scan. Merging bits per person is much cheaper than
 * distinct pairs of people and slots. Without MATERIALIZED a filter makes the planner compare each
 * person with every activity, which takes half as long again.
 */
async function activePeople(
  db: Connection,
  range: Range,
  { role, department }: PeopleFilter,
): Promise<ActivePerson[]> {
  const slots = (moment: string) =>
    `bit_or(set_bit(repeat('0', $6)::varbit, ${slotOf(moment)}, 1)) AS slots`;
  const { rows } = await db.query<ActivePerson>(
    `WITH acts AS MATERIALIZED (
       SELECT i.user_id, ${slots('i.at')} FROM sign_ins i
        WHERE ${isInRange('i.at')}
        GROUP BY i.user_id
       UNION ALL
       SELECT coalesce(l.holder_id, l.handed_by), ${slots('l.taken_at')} FROM loans l
        WHERE ${isInRange('l.taken_at')} AND ${isUse('l')}
        GROUP BY GROUPING SETS ((l.holder_id), (l.handed_by))
       UNION ALL
       SELECT coalesce(l.returned_by, l.received_by), ${slots('l.returned_at')} FROM loans l
        WHERE ${isInRange('l.returned_at')}
        GROUP BY GROUPING SETS ((l.returned_by), (l.received_by)))
     SELECT u.department, bit_or(a.slots)::text AS slots
       FROM acts a JOIN users u ON u.id = a.user_id
      WHERE u.deleted_at IS NULL AND u.role <> 'visitor' AND ($4 = 'all' OR u.role = $4)
        AND ($5 = 'all' OR u.department = $5)
      GROUP BY u.id`,
    [...rangeValues(range), role, department, range.slots.length],
  );
  return rows;
}

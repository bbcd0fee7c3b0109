import { timeRanges } from '@keydesk/shared/analytics/analytics';
import {
  type Connection,
  type Database,
  type Transaction,
  transact,
} from '../../platform/db/client.ts';
import { localDate, localDays, type Span, splitIntoHours } from './calendar.ts';
import { liveHourUses, liveKeyUses, liveSpans, liveUserActs, spanValues } from './rollup-sql.ts';

/** Today and yesterday: the last 24 hours are among theirs. */
const daysInHours = 2;

/** What is counted of an hour. */
const hourTables = ['closed_hours', 'key_hours', 'department_hours', 'user_hours'];

/** Hours of today and yesterday, over and settled, that have not been counted for good. */
export async function openHours(db: Database, settled: Date, timezone: string): Promise<Span[]> {
  const { rows } = await db.query<{ starts: Date }>(
    'SELECT starts FROM closed_hours WHERE timezone = $1',
    [timezone],
  );
  const known = new Set(rows.map(({ starts }) => starts.getTime()));
  return localDays(localDate(settled, timezone), daysInHours, timezone)
    .flatMap(({ spans }) => spans.flatMap(splitIntoHours))
    .filter(({ starts, ends }) => ends <= settled && !known.has(starts.getTime()))
    .reverse();
}

/**
 * Counts an hour for good, unless another process has just done so, and forgets those long over.
 */
export function closeHour(db: Database, hour: Span, timezone: string): Promise<void> {
  return transact(db, async (tx) => {
    await lockClosing(tx);
    const closed = await tx.query(
      'SELECT FROM closed_hours WHERE starts = $1 AND ends = $2 AND timezone = $3',
      [hour.starts, hour.ends, timezone],
    );
    if (closed.rowCount === 1) return;
    const [oldest] = localDays(localDate(hour.starts, timezone), daysInHours + 1, timezone);
    for (const table of hourTables)
      await tx.query(`DELETE FROM ${table} WHERE starts = $1 OR starts < $2`, [
        hour.starts,
        oldest?.starts,
      ]);
    const values = [...spanValues([{ id: '', label: '', date: null, spans: [hour] }]), hour.starts];
    await tx.query(
      `${liveSpans} INSERT INTO key_hours (starts, key_id, loans)
       SELECT $6, key_id, loans FROM (${liveKeyUses}) AS l ORDER BY key_id`,
      values,
    );
    await tx.query(
      `${liveSpans} INSERT INTO department_hours (starts, department, loans)
       SELECT $6, department, loans FROM (${liveHourUses}) AS l`,
      values,
    );
    await tx.query(
      `${liveSpans} INSERT INTO user_hours (starts, user_id)
       SELECT $6, user_id FROM (${liveUserActs}) AS l`,
      values,
    );
    await tx.query('INSERT INTO closed_hours (starts, ends, timezone) VALUES ($1, $2, $3)', [
      hour.starts,
      hour.ends,
      timezone,
    ]);
  });
}

/** The days of a range that ends today, less today: by dates, and by moments. */
type ClosedRange = [
  days: number,
  timezone: string,
  first: string,
  last: string,
  starts: Date,
  ends: Date,
];

/** Sums the closed days of each range that a report can be asked for, once a day. */
export async function sumRanges(db: Database, now: Date, timezone: string): Promise<void> {
  for (const range of rangesOf(now, timezone))
    if (await isToSum(db, range)) await sumRange(db, range);
}

function rangesOf(now: Date, timezone: string): ClosedRange[] {
  return timeRanges
    .filter(({ days }) => days > 1)
    .flatMap(({ days }): ClosedRange[] => {
      const all = localDays(localDate(now, timezone), days, timezone);
      const [first, last] = [all.at(0), all.at(-2)];
      return first && last
        ? [[days, timezone, first.date, last.date, first.starts, last.ends]]
        : [];
    });
}

/** Whether all days of the range are closed, each to its end, and nobody has summed them. */
async function isToSum(db: Connection, range: ClosedRange): Promise<boolean> {
  const { rows } = await db.query<{ open: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM closed_ranges
                         WHERE days = $1 AND timezone = $2 AND first = $3 AND last = $4)
        AND (SELECT sum(ends - starts) = $6::timestamptz - $5::timestamptz FROM closed_days
              WHERE timezone = $2 AND day BETWEEN $3 AND $4) AS open`,
    range,
  );
  return rows[0]?.open === true;
}

function sumRange(db: Database, range: ClosedRange): Promise<void> {
  return transact(db, async (tx) => {
    await lockClosing(tx);
    if (!(await isToSum(tx, range))) return;
    const [days, timezone, ...firstAndLast] = range.slice(0, 4);
    for (const table of ['closed_ranges', 'key_ranges', 'user_ranges'])
      await tx.query(`DELETE FROM ${table} WHERE days = $1`, [days]);
    await tx.query(
      `INSERT INTO key_ranges (days, key_id, loans)
       SELECT $1, key_id, sum(loans) FROM key_days WHERE day BETWEEN $2 AND $3 GROUP BY key_id
        ORDER BY key_id`,
      [days, ...firstAndLast],
    );
    await tx.query(
      `INSERT INTO user_ranges (days, user_id)
       SELECT DISTINCT $1::int, user_id FROM user_days WHERE day BETWEEN $2 AND $3`,
      [days, ...firstAndLast],
    );
    await tx.query(
      'INSERT INTO closed_ranges (days, timezone, first, last) VALUES ($1, $2, $3, $4)',
      [days, timezone, ...firstAndLast],
    );
  });
}

const uncounted = `
  SELECT d.day FROM closed_days d
   WHERE d.day < $1
     AND NOT EXISTS (SELECT FROM active_days a WHERE a.day = d.day)
     AND EXISTS (SELECT FROM user_days u JOIN users p ON p.id = u.user_id
                  WHERE u.day = d.day AND p.deleted_at IS NULL)`;

/**
 * Counts the active people of closed days by role and department, again when these have changed: of
 * those before the current day, because a person who was active today may be so again.
 */
export async function countActiveDays(db: Database, running: string): Promise<void> {
  if (!(await isToCount(db, running))) return;
  await transact(db, async (tx) => {
    await lockClosing(tx);
    await tx.query(
      `INSERT INTO active_days (day, role, department, people)
       SELECT d.day, u.role, coalesce(u.department, ''), count(*)
         FROM user_days d JOIN users u ON u.id = d.user_id
        WHERE u.deleted_at IS NULL AND d.day IN (${uncounted})
        GROUP BY d.day, u.role, coalesce(u.department, '')`,
      [running],
    );
  });
}

async function isToCount(db: Connection, running: string): Promise<boolean> {
  return ((await db.query(`${uncounted} LIMIT 1`, [running])).rowCount ?? 0) > 0;
}

/** Triggers that change a closed day share this lock; see the migrations. */
const closingLock = 7_233_201;

/** Only one process rolls up at a time, and nobody changes closed days while it does. */
export async function lockClosing(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [closingLock]);
}

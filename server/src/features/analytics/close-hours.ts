import { type Database, transact } from '../../db/client.ts';
import { hoursOf, localDate, localDays, type Span } from './calendar.ts';
import { lockClosing } from './closing-lock.ts';
import { liveSpans, spanValues } from './counted-time.ts';
import { liveHourUses, liveKeyUses, liveUserActs } from './live-counts.ts';

/** Today and yesterday: the last 24 hours are among theirs. */
const daysInHours = 2;

/** What is counted of an hour. */
const hourTables = ['closed_hours', 'key_hours', 'department_hours', 'user_hours'];

/** Hours of today and yesterday, over and settled, that have not been counted for good. */
export const openHours = async (db: Database, settled: Date, timezone: string): Promise<Span[]> => {
  const { rows } = await db.query<{ starts: Date }>(
    'SELECT starts FROM closed_hours WHERE timezone = $1',
    [timezone],
  );
  const known = new Set(rows.map(({ starts }) => starts.getTime()));
  return localDays(localDate(settled, timezone), daysInHours, timezone)
    .flatMap(({ spans }) => spans.flatMap(hoursOf))
    .filter(({ starts, ends }) => ends <= settled && !known.has(starts.getTime()))
    .reverse();
};

/** Counts an hour for good, unless another process has just done so, and forgets those long over. */
export const closeHour = (db: Database, hour: Span, timezone: string): Promise<void> =>
  transact(db, async (tx) => {
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

import { timeRanges } from '@keydesk/shared/analytics/analytics';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type LocalDay, localDate, localDays, splitIntoHours } from './calendar.ts';
import { liveHourUses, liveKeyUses, liveSpans, liveUserActs, spanValues } from './rollup-sql.ts';
import { closeHour, countActiveDays, lockClosing, openHours, sumRanges } from './rollups.ts';

/** A handover begun in an hour has ended by then, because statements have a timeout. */
const settledMs = 10 * 60_000;

/** Other jobs wait while this one runs, so a round is short. */
const roundMs = 500;

/** What is counted of a day. */
const dayTables = ['closed_days', 'key_days', 'hour_days', 'user_days', 'active_days'];

const longestRange = Math.max(...timeRanges.map(({ days }) => days));

/**
 * Rolls up days that are over, so that reports need not count their loans again: day by day, in as
 * many rounds as it takes, and the current day after each of its hours. Then the hours of today and
 * yesterday. A roll-up in another time zone, or one whose loans have changed since, is repeated.
 */
export function closeDaysJob(db: Database, timezone: string): Job {
  return {
    name: 'close-days',
    async run(now) {
      const until = performance.now() + roundMs;
      const settled = new Date(now.getTime() - settledMs);
      const days = await openDays(db, settled, timezone);
      for (const day of days) {
        await closeDay(db, day, timezone);
        if (performance.now() > until) return;
      }
      if (days.length > 0) await forgetOldDays(db, now, timezone);
      await sumRanges(db, now, timezone);
      await countActiveDays(db, localDate(settled, timezone));
      for (const hour of await openHours(db, settled, timezone)) {
        await closeHour(db, hour, timezone);
        if (performance.now() > until) return;
      }
    },
  };
}

/** Days settled that have not been counted for good as far as they are, the latest first. */
async function openDays(db: Database, settled: Date, timezone: string): Promise<LocalDay[]> {
  const first = await firstActivity(db);
  if (!first || first > settled) return [];
  const { rows } = await db.query<{ day: string; ends: Date }>(
    'SELECT day::text, ends FROM closed_days WHERE timezone = $1',
    [timezone],
  );
  const known = new Map(rows.map(({ day, ends }) => [day, ends.getTime()]));
  return localDays(localDate(settled, timezone), longestRange + 1, timezone)
    .flatMap((day) => settledPart(day, settled))
    .filter(({ date, ends }) => ends > first && known.get(date) !== ends.getTime())
    .reverse();
}

/** Since when there is anything to count. */
async function firstActivity(db: Database): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `SELECT least((SELECT min(taken_at) FROM loans), (SELECT min(at) FROM sign_ins)) AS at`,
  );
  return rows[0]?.at ?? null;
}

/** The day if it is over and settled, or the running day as far as its hours are. */
function settledPart(day: LocalDay, settled: Date): LocalDay[] {
  if (day.ends <= settled) return [day];
  const hours = day.spans.flatMap(splitIntoHours).filter(({ ends }) => ends <= settled);
  const ends = hours.at(-1)?.ends;
  return ends ? [{ ...day, ends, spans: hours }] : [];
}

/** Counts a day, or what is settled of it, for good, unless another process has just done so. */
function closeDay(db: Database, day: LocalDay, timezone: string): Promise<void> {
  return transact(db, async (tx) => {
    await lockClosing(tx);
    if (await isClosed(tx, day, timezone)) return;
    for (const table of dayTables)
      await tx.query(`DELETE FROM ${table} WHERE day = $1`, [day.date]);
    const values = spanValues([{ id: day.date, label: day.date, ...day }]);
    await tx.query(
      `${liveSpans} INSERT INTO key_days (day, key_id, loans)
       SELECT day, key_id, sum(loans) FROM (${liveKeyUses}) AS l GROUP BY day, key_id ORDER BY key_id`,
      values,
    );
    await tx.query(
      `${liveSpans} INSERT INTO hour_days (day, hour, department, loans)
       SELECT day, hour, department, sum(loans) FROM (${liveHourUses}) AS l
        GROUP BY day, hour, department`,
      values,
    );
    await tx.query(
      `${liveSpans} INSERT INTO user_days (day, user_id)
       SELECT DISTINCT day, user_id FROM (${liveUserActs}) AS l`,
      values,
    );
    await tx.query(
      'INSERT INTO closed_days (day, timezone, starts, ends) VALUES ($1, $2, $3, $4)',
      [day.date, timezone, day.starts, day.ends],
    );
  });
}

async function isClosed(
  tx: Transaction,
  { date, ends }: LocalDay,
  timezone: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT FROM closed_days WHERE day = $1 AND timezone = $2 AND ends >= $3',
    [date, timezone, ends],
  );
  return rowCount === 1;
}

async function forgetOldDays(db: Database, now: Date, timezone: string): Promise<void> {
  const [oldest] = localDays(localDate(now, timezone), longestRange + 2, timezone);
  for (const table of dayTables)
    await db.query(`DELETE FROM ${table} WHERE day < $1`, [oldest?.date]);
}

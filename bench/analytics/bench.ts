import type { TimeRange } from '@keydesk/shared/analytics/analytics';
import { closeDaysJob } from '../../server/src/features/analytics/close-days-job.ts';
import { activeUsers, keyUsage, peakUsage } from '../../server/src/features/analytics/service.ts';
import type { Database } from '../../server/src/platform/db/client.ts';
import { withClient } from '../../server/src/platform/db/open-client.ts';
import type { Harness } from '../harness/harness.ts';
import { inMs, type Row } from '../report.ts';
import { type Client, fill } from './fill.ts';

const timezone = latestTimezone();
const ranges: { range: TimeRange; days: number; goalMs: number }[] = [
  { range: '1d', days: 1, goalMs: 300 },
  { range: '7d', days: 7, goalMs: 10 },
  { range: '90d', days: 90, goalMs: 15 },
];

/** As the dashboard asks them. */
const allThree = 'all three at once';
const allThreeGoalMs = 500;
const repetitions = 41;

/** The three charts over a million loans of 90 days, or over `--loans`. */
export function benchAnalytics(harness: Harness, loans: number): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    await fill(db, loans);
    await closeDays(db);
    // The pool's connections have timeouts that reading millions of rows may exceed.
    return withClient(url, 'bench', async (client) => {
      await client.query('VACUUM ANALYZE');
      const rows = [await sizeRow(db, `database of ${loans / 1e6} M loans`)];
      for (const { range, days, goalMs } of ranges) {
        const plain = await time(plainCount(client, days), 7);
        for (const [name, ask] of Object.entries(questions(db, range)))
          rows.push(
            rowOf(
              `${name}, ${range} of ${loans / 1e6} M loans`,
              await time(ask, repetitions),
              plain,
              name === allThree ? allThreeGoalMs : goalMs,
            ),
          );
      }
      return rows;
    });
  });
}

async function closeDays(db: Database): Promise<void> {
  const job = closeDaysJob(db, timezone);
  const counted = 'SELECT FROM closed_days UNION ALL SELECT FROM closed_hours';
  const closed = async () => (await db.query(counted)).rowCount ?? 0;
  for (let before = -1; before !== (await closed()); ) {
    before = await closed();
    await job.run(new Date());
  }
}

async function sizeRow(db: Database, what: string): Promise<Row> {
  const { rows } = await db.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const ours = `${(Number(rows[0]?.bytes) / 1e9).toFixed(1)} GB`;
  return { what, ours, reference: '', ratio: '', goal: '', met: undefined };
}

/** Repeats the work after two rounds to warm up. */
async function time(work: () => Promise<unknown>, repetitions: number): Promise<Timing> {
  const taken: number[] = [];
  for (let round = -2; round < repetitions; round += 1) {
    const start = performance.now();
    await work();
    if (round >= 0) taken.push(performance.now() - start);
  }
  taken.sort((one, other) => one - other);
  return { median: taken[Math.floor(taken.length / 2)] ?? 0, slowest: taken.at(-1) ?? 0 };
}

/** One plain statement that counts the range's loans by day. */
function plainCount(client: Client, days: number) {
  return () =>
    client.query(
      `SELECT date_trunc('day', taken_at AT TIME ZONE '${timezone}') AS day, count(*)
       FROM loans WHERE taken_at >= now() - $1 * interval '1 day' GROUP BY day`,
      [days],
    );
}

function questions(db: Database, timeRange: TimeRange) {
  const deps = () => ({ db, now: new Date(), timezone });
  const filter = { timeRange, department: 'all', role: 'all' };
  const each = {
    'key usage': () => keyUsage(deps(), filter),
    'active users': () => activeUsers(deps(), filter),
    'peak usage': () => peakUsage(deps(), filter),
  };
  return { ...each, [allThree]: () => Promise.all(Object.values(each).map((ask) => ask())) };
}

function rowOf(what: string, ours: Timing, plain: Timing, goalMs: number): Row {
  return {
    what,
    ours: `${inMs(ours.median)} (slowest ${inMs(ours.slowest)})`,
    reference: `plain count ${inMs(plain.median)}`,
    ratio: `${(ours.median / plain.median).toFixed(3)}×`,
    goal: `≤ ${goalMs} ms`,
    met: ours.median <= goalMs,
  };
}

/** How long a piece of work takes, in milliseconds: the median and the slowest of the repetitions. */
type Timing = { median: number; slowest: number };

/** A time zone where it is between ten and eleven at night: the day is long and will not end now. */
function latestTimezone(): string {
  const ahead = 22 - new Date().getUTCHours();
  const offset = ahead > 14 ? ahead - 24 : ahead;
  // The names of these zones have the sign reversed.
  return offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`;
}

import { dayMs } from '@keydesk/shared/core/dates';
import { type TimeRange, timeRanges } from '@keydesk/shared/insight/analytics';
import type { Database } from '../../server/src/db/client.ts';
import { withClient } from '../../server/src/db/open-client.ts';
import { activeUsers, keyUsage, peakUsage } from '../../server/src/features/insight/analytics.ts';
import { rangeOf } from '../../server/src/features/insight/range.ts';
import { readKeyAt } from '../../server/src/features/keys/history.ts';
import type { Harness } from '../harness/harness.ts';
import { inMs, type Row, times } from '../report.ts';
import { type Client, fill } from './fill.ts';

const timezone = 'Asia/Kolkata';
/** Some 1,370 loans a day. */
const campus = { years: 10, loans: 5_000_000, people: 2_000, keys: 2_000 };
const goalMs = 250;
const repetitions = 21;

type Filter = { timeRange: TimeRange; department: string; role: string };

export function benchAnalytics(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    await fill(db, campus);
    // The pool's timeouts are shorter than reading millions of rows takes.
    return withClient(url, 'bench', async (client) => {
      const rows = [await sizeRow(db)];
      for (const { value: timeRange, days } of timeRanges) {
        const plain = await time(plainCount(client, days));
        const filter = { timeRange, department: 'all', role: 'all' };
        rows.push(...(await rowsOf(db, timeRange, filter, plain)));
      }
      const filter: Filter = { timeRange: '90d', department: 'CSE', role: 'faculty' };
      rows.push(...(await rowsOf(db, '90d of one department', filter)));
      return [...rows, await keyAtRow(db)];
    });
  });
}

async function sizeRow(db: Database): Promise<Row> {
  const { rows } = await db.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const ours = `${(Number(rows[0]?.bytes) / 1e9).toFixed(1)} GB`;
  const what = `database of ${campus.loans / 1e6} M loans in ten years`;
  return { what, ours };
}

const keyAtGoalMs = 20;

/** The holder of the key with most loans, at times throughout the ten years. */
async function keyAtRow(db: Database): Promise<Row> {
  const { rows } = await db.query<{ id: string; loans: number }>(
    'SELECT key_id AS id, count(*)::int AS loans FROM loans GROUP BY key_id ORDER BY 2 DESC LIMIT 1',
  );
  const { id = '', loans: ofKey = 0 } = rows[0] ?? {};
  const now = Date.now();
  const ours = await time(() =>
    readKeyAt(db, id, new Date(now - Math.random() * 10 * 365 * dayMs), new Date(now)),
  );
  return {
    what: `who had a key at a moment, of ${ofKey} loans`,
    ours: `${inMs(ours.median)} (slowest ${inMs(ours.slowest)})`,
    goal: `≤ ${keyAtGoalMs} ms`,
    met: ours.median <= keyAtGoalMs,
  };
}

type Timing = { median: number; slowest: number };

/** Two more rounds warm up. */
async function time(work: () => Promise<unknown>): Promise<Timing> {
  const taken: number[] = [];
  for (let round = -2; round < repetitions; round += 1) {
    const start = performance.now();
    await work();
    if (round >= 0) taken.push(performance.now() - start);
  }
  taken.sort((one, other) => one - other);
  return { median: taken[Math.floor(taken.length / 2)] ?? 0, slowest: taken.at(-1) ?? 0 };
}

function plainCount(client: Client, days: number) {
  return () =>
    client.query(
      `SELECT date_trunc('day', taken_at AT TIME ZONE '${timezone}') AS day, count(*)
       FROM loans WHERE taken_at >= now() - $1 * interval '1 day' GROUP BY day`,
      [days],
    );
}

async function rowsOf(db: Database, what: string, filter: Filter, plain?: Timing): Promise<Row[]> {
  const range = () => rangeOf(filter, new Date(), timezone);
  const charts: Record<string, () => Promise<unknown>> = {
    'key usage': () => keyUsage(db, range(), filter),
    'active users': () => activeUsers(db, range(), filter),
    'peak usage': () => peakUsage({ db, timezone }, range(), filter),
  };
  const rows: Row[] = [];
  for (const [name, ask] of Object.entries(charts)) {
    const ours = await time(ask);
    rows.push({
      what: `${name}, ${what}`,
      ours: `${inMs(ours.median)} (slowest ${inMs(ours.slowest)})`,
      ...(plain && {
        reference: `plain count ${inMs(plain.median)}`,
        ratio: times(ours.median / plain.median),
      }),
      goal: `≤ ${goalMs} ms`,
      met: ours.median <= goalMs,
    });
  }
  return rows;
}

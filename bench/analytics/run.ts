/**
 * How fast the analytics answer, beside one plain statement that counts the range's loans by day:
 * `npx tsx bench/analytics/run.ts [loans]`
 */
import { loadavg } from 'node:os';
import type { TimeRange } from '@keydesk/shared/analytics/analytics';
import { type Database, openDatabase } from '../../server/src/db/client.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import {
  activeUsers,
  keyUsage,
  peakUsage,
} from '../../server/src/features/analytics/analytics.service.ts';
import { closeDaysJob } from '../../server/src/features/analytics/close-days.job.ts';
import { createDatabase, dropDatabase, freshName } from '../../server/test/database-commands.ts';
import { provideServer } from '../../server/test/provide-server.ts';
import { fill } from './fill.ts';
import { row, time } from './measure.ts';

const timezone = 'Asia/Kolkata';
const ranges: [TimeRange, number][] = [
  ['1d', 1],
  ['7d', 7],
  ['90d', 90],
];

const say = (text: string): void => {
  process.stdout.write(text);
};

const questions = (db: Database, timeRange: TimeRange) => {
  const deps = () => ({ db, now: new Date(), timezone });
  const filter = { timeRange, department: 'all', role: 'all' };
  const each = {
    'key usage': () => keyUsage(deps(), filter),
    'active users': () => activeUsers(deps(), filter),
    'peak usage': () => peakUsage(deps(), filter),
  };
  const all = Object.values(each);
  return { ...each, 'all three at once': () => Promise.all(all.map((ask) => ask())) };
};

const plainCount = (db: Database, days: number) => () =>
  db.query(
    `SELECT date_trunc('day', taken_at AT TIME ZONE '${timezone}') AS day, count(*)
       FROM loans WHERE taken_at >= now() - $1 * interval '1 day' GROUP BY day`,
    [days],
  );

const measureAll = async (db: Database): Promise<void> => {
  for (const [range, days] of ranges) {
    const reference = await time(plainCount(db, days), 7);
    for (const [name, ask] of Object.entries(questions(db, range)))
      say(row(`${range} ${name}`, await time(ask, 15), reference));
  }
};

const closeDays = async (db: Database): Promise<number> => {
  const job = closeDaysJob(db, timezone);
  const start = performance.now();
  const closed = async () => (await db.query('SELECT FROM closed_days')).rowCount ?? 0;
  for (let before = -1; before !== (await closed()); ) {
    before = await closed();
    await job.run(new Date());
  }
  return performance.now() - start;
};

const bench = async (db: Database, loans: number): Promise<void> => {
  await fill(db, loans);
  say(`closing 90 days took ${((await closeDays(db)) / 1000).toFixed(1)} s\n`);
  await db.query('VACUUM ANALYZE key_days, hour_days, user_days, closed_days');
  say(`${loans.toLocaleString('en')} loans; load ${loadavg()[0]?.toFixed(1)}\n`);
  say(`${' '.repeat(24)} ${'analytics'.padEnd(36)} ${'loans counted by day'.padEnd(36)} ratio\n`);
  await measureAll(db);
};

const main = async (loans: number): Promise<void> => {
  const server = await provideServer();
  try {
    const url = await createDatabase(server.url, freshName('bench'));
    await migrate(url);
    const db = openDatabase(url, (error) => say(`${error.message}\n`));
    await bench(db, loans);
    await db.pool.end();
    await dropDatabase(url);
  } finally {
    await server.end();
  }
};

await main(Number(process.argv[2] ?? 1_000_000));

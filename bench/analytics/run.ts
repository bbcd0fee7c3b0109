/**
 * How fast the analytics answer with closed days counted for good, beside the same questions asked
 * of all loans: `npx tsx bench/analytics/run.ts [loans]`
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
import { row, type Timing, time } from './measure.ts';

const timezone = 'Asia/Kolkata';
const ranges: TimeRange[] = ['1d', '7d', '30d', '90d'];

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

const measureAll = async (db: Database, repetitions: number): Promise<Map<string, Timing>> => {
  const timings = new Map<string, Timing>();
  for (const range of ranges)
    for (const [name, ask] of Object.entries(questions(db, range)))
      timings.set(`${range} ${name}`, await time(ask, repetitions));
  return timings;
};

const closeDays = async (db: Database): Promise<number> => {
  const job = closeDaysJob(db, timezone);
  const start = performance.now();
  const closed = async () => (await db.query('SELECT FROM closed_days')).rowCount ?? 0;
  for (let before = -1; before !== (await closed()); ) {
    before = await closed();
    await job.run(new Date());
  }
  await db.query('VACUUM ANALYZE');
  return performance.now() - start;
};

const bench = async (db: Database, loans: number): Promise<void> => {
  await fill(db, loans);
  const reference = await measureAll(db, 3);
  say(`closing 90 days took ${((await closeDays(db)) / 1000).toFixed(1)} s\n`);
  const ours = await measureAll(db, 15);
  say(`${loans.toLocaleString('en')} loans; load ${loadavg()[0]?.toFixed(1)}\n`);
  say(`${' '.repeat(24)} ${'days closed'.padEnd(36)} ${'all loans counted'.padEnd(36)} ratio\n`);
  for (const [name, timing] of ours) {
    const plain = reference.get(name);
    if (plain) say(row(name, timing, plain));
  }
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

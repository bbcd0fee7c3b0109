import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database, Statement } from '../../server/src/platform/db/client.ts';
import { percentile } from '../report.ts';
import { fillCampus } from './campus.ts';
import {
  handOutStatements,
  issueNumberedCodes,
  pgbenchScript,
  takeBackStatements,
} from './scripts.ts';

const run = promisify(execFile);

/** Transactions per second, and the milliseconds within which 99 of 100 are done. */
export type Rate = { perSecond: number; p99: number };

/** The rates of the same statements without HTTP. */
export type ReferenceRates = { by: string; handOut: Rate; takeBack: Rate };

/**
 * Hands out and takes back every key of a fresh campus with the server's own statements, by pgbench
 * or, where that is not installed, by a client in this process.
 */
export async function measureReference(
  { db, url, folder }: { db: Database; url: string; folder: string },
  { clients, each }: { clients: number; each: number },
): Promise<ReferenceRates> {
  const campus = await fillCampus(db, clients * each);
  const isInstalled = await hasPgbench();
  const by = isInstalled ? 'pgbench' : 'a Node client (no pgbench here)';
  const measure = async (
    name: 'handOut' | 'takeBack',
    statements: readonly string[],
  ): Promise<Rate> => {
    await issueNumberedCodes(db, campus, name);
    if (!isInstalled) return nodeRate(db, statements, { clients, each });
    const file = join(folder, `${name}.sql`);
    writeFileSync(file, pgbenchScript(statements));
    return pgbench(url, file, clients, each);
  };
  return {
    by,
    handOut: await measure('handOut', handOutStatements(campus)),
    takeBack: await measure('takeBack', takeBackStatements(campus)),
  };
}

function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** The rate of this many connections, each performing its own range of handovers in turn. */
async function nodeRate(
  { pool }: Database,
  statements: readonly string[],
  { clients, each }: { clients: number; each: number },
): Promise<Rate> {
  const all = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  const durations: number[] = [];
  const startedAt = performance.now();
  const performAll = async (client: Client, index: number): Promise<void> => {
    try {
      for (let at = 0; at < each; at += 1) {
        const from = performance.now();
        await perform(client, statements, index * each + at);
        durations.push(performance.now() - from);
      }
    } finally {
      client.release();
    }
  };
  await Promise.all(all.map(performAll));
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: (clients * each) / seconds, p99: percentile(durations, 0.99) };
}

async function perform(
  client: Client,
  statements: readonly string[],
  number: number,
): Promise<void> {
  await client.query('BEGIN');
  for (const text of statements)
    await client.query({
      name: hash('sha1', text),
      text: text.replace(/(?<!:):n\b/g, '$1::bigint'),
      values: [number],
    });
  await client.query('COMMIT');
}

async function pgbench(url: string, script: string, clients: number, each: number): Promise<Rate> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const logs = mkdtempSync(`${script}-`);
  const { stdout } = await run(
    'pgbench',
    [
      ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-t', String(each)],
      ...['-f', script, '-D', `each=${each}`, '-D', 'i=-1', '-l', '--log-prefix', `${logs}/log`],
      ...['-h', hostname, '-p', port, '-U', decodeURIComponent(username), pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  );
  const rate = /tps = ([\d.]+) \(without/.exec(stdout)?.[1];
  if (!rate) throw new Error(`pgbench said: ${stdout}`);
  const p99 = percentile(loggedMs(logs), 0.99);
  rmSync(logs, { recursive: true });
  return { perSecond: Number(rate), p99 };
}

/** Durations from pgbench's logs, whose lines are: client, transaction number, microseconds. */
function loggedMs(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000);
}

type Client = { query(statement: string | Statement): Promise<unknown>; release(): void };

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../../server/src/db/client.ts';
import { percentile } from '../report.ts';
import { fillCampus } from './campus.ts';
import {
  handOutStatements,
  issueNumberedCodes,
  pgbenchScript,
  takeBackStatements,
} from './scripts.ts';

const run = promisify(execFile);

export type Rate = { perSecond: number; p99: number };

export type ReferenceRates = { handOut: Rate; takeBack: Rate };

/**
 * Hands out and takes back every key of a fresh campus with the server's own statements, through
 * pgbench, which must be installed.
 */
export async function measureReference(
  { db, url, folder }: { db: Database; url: string; folder: string },
  { clients, each }: { clients: number; each: number },
): Promise<ReferenceRates> {
  const campus = await fillCampus(db, clients * each);
  const measure = async (
    name: 'handOut' | 'takeBack',
    statements: readonly string[],
  ): Promise<Rate> => {
    await issueNumberedCodes(db, campus, name);
    const file = join(folder, `${name}.sql`);
    writeFileSync(file, pgbenchScript(statements));
    return pgbench(url, file, clients, each);
  };
  return {
    handOut: await measure('handOut', handOutStatements(campus)),
    takeBack: await measure('takeBack', takeBackStatements(campus)),
  };
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

/** Durations from pgbench's logs, whose lines have client, transaction number and microseconds. */
function loggedMs(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000);
}

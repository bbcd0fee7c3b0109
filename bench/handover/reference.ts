import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../../server/src/db/client.ts';
import { fillCampus } from './campus.ts';
import { handOutScript, prepareScripts, takeBackScript } from './scripts.ts';

const run = promisify(execFile);

/** What the same statements reach without HTTP, in transactions a second. */
export type ReferenceRates = { handOut: number; takeBack: number };

export const hasPgbench = (): Promise<boolean> =>
  run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );

const pgbench = async (url: string, script: string, clients: number, each: number) => {
  const { hostname, port, username, password, pathname } = new URL(url);
  const { stdout } = await run(
    'pgbench',
    [
      ...['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-t', String(each)],
      ...['-f', script, '-D', `each=${each}`, '-D', 'i=-1'],
      ...['-h', hostname, '-p', port, '-U', decodeURIComponent(username), pathname.slice(1)],
    ],
    { env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } },
  );
  const rate = /tps = ([\d.]+) \(without/.exec(stdout)?.[1];
  if (!rate) throw new Error(`pgbench said: ${stdout}`);
  return Number(rate);
};

/** Has pgbench hand out and take back every key of a fresh campus, with the server's own statements. */
export const measureReference = async (
  { db, url, folder }: { db: Database; url: string; folder: string },
  { clients, each }: { clients: number; each: number },
): Promise<ReferenceRates> => {
  const campus = await fillCampus(db, clients * each);
  const rates = { handOut: 0, takeBack: 0 };
  for (const [name, script] of [
    ['handOut', handOutScript(campus)],
    ['takeBack', takeBackScript(campus)],
  ] as const) {
    await prepareScripts(db, campus, name);
    const file = join(folder, `${name}.sql`);
    writeFileSync(file, script);
    rates[name] = await pgbench(url, file, clients, each);
  }
  return rates;
};

import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withReadableInitdb } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { newPassword, SUPERUSER, writeAccess } from './cluster-access.ts';
import { kill } from './postmaster.ts';
import { processesMentioning } from './process-identity.ts';
import { asAccount, own } from './server-account.ts';
import { SHARED_MEMORY_TYPE, serverEnvironment } from './server-settings.ts';

const REMOVE_AGAIN_AFTER_MS = 50;

/**
 * Creates the cluster when there is none. It is prepared aside and renamed into place, so a
 * cluster that exists is always a whole one.
 */
export async function initialise(cluster: Cluster): Promise<void> {
  removeUnfinished(cluster);
  if (existsSync(cluster.directory)) return;
  const staging = mkdtempSync(cluster.staging);
  const onExit = () => removeUnfinished(cluster);
  process.once('exit', onExit);
  try {
    renameSync(await prepare(cluster, staging), cluster.directory);
  } finally {
    process.off('exit', onExit);
    rmSync(staging, { recursive: true, force: true });
  }
}

async function prepare(cluster: Cluster, staging: string): Promise<string> {
  const password = newPassword();
  const passwordFile = join(staging, 'password');
  const directory = join(staging, 'cluster');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(directory, { mode: 0o700 });
  for (const path of [staging, passwordFile, directory]) own(cluster.account, path);
  await withReadableInitdb(cluster.binaries.initdb, (initdb) =>
    runInitdb(cluster, initdb, directory, passwordFile),
  );
  writeAccess(directory, { password, port: 0 }, cluster.account);
  return directory;
}

async function runInitdb(
  { account, durable }: Cluster,
  initdb: string,
  directory: string,
  passwordFile: string,
): Promise<void> {
  const { command, args, options } = asAccount(
    account,
    initdb,
    [
      `--pgdata=${directory}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      `--set=dynamic_shared_memory_type=${SHARED_MEMORY_TYPE}`,
      ...(durable ? [] : ['--no-sync']),
    ],
    [directory],
  );
  await promisify(execFile)(command, args, { ...options, env: serverEnvironment() });
}

/** Ends what still prepares a cluster for a process that is gone or going, and removes its work. */
function removeUnfinished(cluster: Cluster): void {
  const programs = dirname(cluster.binaries.initdb);
  for (const pid of processesMentioning(programs, cluster.staging)) kill(pid, 'SIGKILL');
  const parent = dirname(cluster.staging);
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(basename(cluster.staging))) continue;
    removeWhole(join(parent, name));
  }
}

/**
 * A program of the one that was killed may still write for a moment, until it notices. What has come
 * into the folder meanwhile the retries of `rmSync` leave there.
 */
function removeWhole(directory: string, attempts = 50): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || attempts === 1) throw error;
    pause(REMOVE_AGAIN_AFTER_MS);
    removeWhole(directory, attempts - 1);
  }
}

/** Waits where nothing may be awaited: in a process that exits. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

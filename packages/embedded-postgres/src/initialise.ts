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
import pg from 'pg';
import { withShellSafeInitdb } from './binaries.ts';
import {
  type Cluster,
  type ClusterAccess,
  database,
  databaseUrl,
  newPassword,
  superuser,
  writeAccess,
} from './cluster.ts';
import { kill } from './postmaster.ts';
import { findProcesses } from './processes.ts';
import { serverEnvironment, sharedMemoryType } from './server.ts';
import { asAccount, chownToAccount } from './server-account.ts';

const removeAgainAfterMs = 50;

/**
 * Creates the cluster if there is none. It is prepared elsewhere and then renamed into place, so a
 * cluster that exists is always complete.
 */
export async function initialiseCluster(cluster: Cluster): Promise<void> {
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

/** Kills programs still preparing a cluster for a process that is gone, and removes their files. */
function removeUnfinished(cluster: Cluster): void {
  const programs = dirname(cluster.binaries.initdb);
  for (const pid of findProcesses(programs, cluster.staging)) kill(pid, 'SIGKILL');
  const parent = dirname(cluster.staging);
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(basename(cluster.staging))) continue;
    removeWithRetries(join(parent, name));
  }
}

/**
 * Child processes of a killed initdb may write for a moment longer. `rmSync` with retries would not
 * remove files that appear while it runs.
 */
function removeWithRetries(directory: string, attempts = 50): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || attempts === 1) throw error;
    sleepSync(removeAgainAfterMs);
    removeWithRetries(directory, attempts - 1);
  }
}

/** Waits synchronously, because an exiting process cannot await. */
function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function prepare(cluster: Cluster, staging: string): Promise<string> {
  const password = newPassword();
  const passwordFile = join(staging, 'password');
  const directory = join(staging, 'cluster');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(directory, { mode: 0o700 });
  for (const path of [staging, passwordFile, directory]) chownToAccount(cluster.account, path);
  await withShellSafeInitdb(cluster.binaries.initdb, (initdb) =>
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
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      `--set=dynamic_shared_memory_type=${sharedMemoryType}`,
      ...(durable ? [] : ['--no-sync']),
    ],
    [directory],
  );
  await promisify(execFile)(command, args, { ...options, env: serverEnvironment() });
}

const noSuchDatabase = '3D000';
const duplicateDatabase = '42P04';

/** Makes sure that the application's database exists. */
export async function ensureDatabase(access: ClusterAccess): Promise<void> {
  try {
    await run(databaseUrl(access), 'SELECT 1');
  } catch (error) {
    if (codeOf(error) !== noSuchDatabase) throw error;
    await create(access);
  }
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function create(access: ClusterAccess): Promise<void> {
  try {
    await run(databaseUrl(access, 'postgres'), `CREATE database ${database}`);
  } catch (error) {
    if (codeOf(error) !== duplicateDatabase) throw error;
  }
}

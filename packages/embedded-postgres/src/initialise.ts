import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
import { text } from 'node:stream/consumers';
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
import { serverEnvironment, sharedMemoryType } from './server.ts';
import { asAccount, chownToAccount } from './server-account.ts';

/**
 * Creates the cluster if there is none. It is prepared elsewhere and then renamed into place, so a
 * cluster that exists is always complete. Called while holding the cluster's lock.
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

/** Removes what was prepared for a process that is gone, or that exits now. */
function removeUnfinished({ staging }: Cluster): void {
  const parent = dirname(staging);
  for (const name of readdirSync(parent))
    if (name.startsWith(basename(staging))) removeWithRetries(join(parent, name));
}

/**
 * A killed initdb may write for a moment longer. `rmSync` with retries would not remove files that
 * appear while it runs. What is left after all is removed at a later start.
 */
function removeWithRetries(directory: string, attempts = 20): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // An exiting process cannot await.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    if (attempts > 1) removeWithRetries(directory, attempts - 1);
  }
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
      // Tests open thousands of connections, each of which would cost 4,096 rounds of hashing.
      ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
    ],
    [directory],
  );
  // In a process group of its own, so that it ends with all that it has started.
  const child = spawn(command, args, {
    ...options,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endIt = () => child.pid && kill(-child.pid, 'SIGKILL');
  process.prependOnceListener('exit', endIt);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  process.off('exit', endIt);
  if (code !== 0) throw new Error(`PostgreSQL could not prepare its data:\n${said.trim()}`);
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

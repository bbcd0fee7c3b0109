import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, readAccess, writeAccess } from './cluster.ts';
import {
  findPostmaster,
  kill,
  type Postmaster,
  waitForExit,
  waitUntilReady,
} from './postmaster.ts';
import { asAccount, chownToAccount, chownTree } from './server-account.ts';

const logLimit = 10_000_000;
const stopPatienceMs = 20_000;
const startPatienceMs = 3_000;
const startAgainAfterMs = 200;

/**
 * Returns the cluster's running server, or starts it. Callers hold the cluster's lock. With `mayMove`
 * the port may change; otherwise another process may still use a URL with it.
 */
export async function ensureRunning(
  cluster: Cluster,
  mayMove: boolean,
): Promise<Postmaster & { wasStarted: boolean }> {
  const adopted = await adopt(cluster);
  if (adopted) return { ...adopted, wasStarted: false };
  chownTree(cluster.account, cluster.directory);
  const port = await choosePort(cluster, mayMove);
  const deadline = Date.now() + startPatienceMs;
  for (;;) {
    // PostgreSQL would believe a stale file whose pid now belongs to another process.
    rmSync(join(cluster.directory, 'postmaster.pid'), { force: true });
    const postmaster = await waitUntilReady(cluster.directory, launch(cluster, port));
    if (postmaster) return { ...postmaster, wasStarted: true };
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not start:\n${lastLines(cluster.log)}`);
    // Processes of a server that was killed hold its memory for a moment longer.
    await delay(startAgainAfterMs);
  }
}

async function adopt({ directory }: Cluster): Promise<Postmaster | null> {
  const postmaster = findPostmaster(directory);
  if (!postmaster) return null;
  if (postmaster.status !== 'stopping') return waitUntilReady(directory, postmaster.pid);
  await stopServer(postmaster.pid);
  return null;
}

async function choosePort(cluster: Cluster, mayMove: boolean): Promise<number> {
  const access = readAccess(cluster.directory);
  if (access.port > 0 && (!mayMove || (await isFree(access.port)))) return access.port;
  const port = await freePort();
  writeAccess(cluster.directory, { ...access, port }, cluster.account);
  return port;
}

/** Whether the port on 127.0.0.1 can be listened on. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** The server gets its own process group, so that Ctrl-C reaches the application first. */
function launch(cluster: Cluster, port: number): number {
  const { command, args, options } = asAccount(
    cluster.account,
    cluster.binaries.postgres,
    serverArguments(cluster, port),
    [cluster.directory],
  );
  const log = openSync(cluster.log, logFlag(cluster.log), 0o600);
  chownToAccount(cluster.account, cluster.log);
  const child = spawn(command, args, {
    ...options,
    env: serverEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.once('error', () => undefined);
  child.unref();
  if (child.pid === undefined) throw new Error(`${command} cannot be run`);
  return child.pid;
}

/** The arguments that start the server of a cluster on a port. */
function serverArguments(cluster: Cluster, port: number): string[] {
  const settings = {
    ...baseSettings,
    ...(cluster.durable ? {} : throwaway),
    port,
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', cluster.directory, ...pairs];
}

function logFlag(path: string): 'a' | 'w' {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size > logLimit ? 'w' : 'a';
}

function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}

/** Stops the server in an orderly way, and by force if it does not stop. */
export async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    kill(pid, signal);
    if (await waitForExit(pid, stopPatienceMs)) return;
  }
}

/**
 * Shared memory in files of the data directory: a killed server leaves nothing elsewhere, and the
 * small /dev/shm of a container is no limit.
 */
export const sharedMemoryType = 'mmap';

const baseSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  dynamic_shared_memory_type: sharedMemoryType,
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  autovacuum_naptime: '20s',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

/** Survives a killed server, but not a failing machine. */
const throwaway = { fsync: 'off', full_page_writes: 'off' };

/** Without PG* variables, which PostgreSQL would read but which are meant for other servers. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C', TZ: 'UTC' };
}

/** Systems give outgoing connections ports from 32768 up; such a port could be gone before its use. */
const [lowestPort, belowPort] = [20_000, 32_768];

/** A port on 127.0.0.1 that nothing listens on. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(lowestPort, belowPort);
    if (await isFree(port)) return port;
  }
  throw new Error(`Found no free port on 127.0.0.1 from ${lowestPort} to ${belowPort - 1}`);
}

import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, databaseUrl, openCluster, readAccess } from './cluster.ts';
import { withLock } from './file-lock.ts';
import { ensureDatabase, initialiseCluster } from './initialise.ts';
import { findPostmaster, kill } from './postmaster.ts';
import { currentProcess, isAlive, isRunning, type ProcessIdentity } from './processes.ts';
import { ensureRunning, stopServer } from './server.ts';

type EmbeddedPostgresOptions = {
  /** The cluster is kept in `<dataDir>/postgres`. */
  dataDir: string;
  log?: (message: string) => void;
  /** Faster, for data that may be lost when the machine fails: tests. */
  throwaway?: boolean;
};

type EmbeddedPostgres = {
  url: string;
  /** The server's main process; it changes when the server is restarted. */
  readonly pid: number;
  stop(): Promise<void>;
};

const checkEveryMs = 500;

/**
 * Starts PostgreSQL on a data directory, or joins the server that already runs there, and starts it
 * again when it ends. Whoever started the server stops it; a server whose process was killed belongs
 * to whoever joins it next. A process that exits without calling `stop` is covered by an exit handler.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const cluster = openCluster(resolve(options.dataDir), !options.throwaway);
  const user = randomUUID();
  const left = new AbortController();
  let pid = 0;

  async function join(mayMove: boolean): Promise<void> {
    pid = await withLock(cluster.lock, () => startOrJoin(cluster, user, mayMove));
  }

  async function watch(): Promise<void> {
    for (;;) {
      await delay(checkEveryMs, undefined, { ref: false, signal: left.signal });
      if (isRunning(pid)) continue;
      log(`PostgreSQL (pid ${pid}) has ended; starting it again`);
      try {
        await join(false);
        log(`PostgreSQL is running again (pid ${pid})`);
      } catch (error) {
        log((error as Error).message);
      }
    }
  }

  function endOwned<T>(end: (postmaster: number) => T): T | undefined {
    const isOwned = readOwner(cluster)?.user === user;
    const postmaster = isOwned && findPostmaster(cluster.directory);
    return postmaster ? end(postmaster.pid) : undefined;
  }

  async function stop(): Promise<void> {
    left.abort();
    await watching;
    process.off('exit', onExit);
    await withLock(cluster.lock, async () => endOwned(stopServer));
  }

  const onExit = () => endOwned((postmaster) => kill(postmaster, 'SIGINT'));
  process.once('exit', onExit);
  let watching = Promise.resolve();
  let stopped: Promise<void> | undefined;
  try {
    await join(true);
  } catch (error) {
    await stop();
    throw error;
  }
  watching = watch().catch(() => undefined);
  return {
    url: databaseUrl(readAccess(cluster.directory)),
    get pid() {
      return pid;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** Makes the user the owner unless another one that lives is. Called while holding the lock. */
async function startOrJoin(cluster: Cluster, user: string, mayMove: boolean): Promise<number> {
  await initialiseCluster(cluster);
  const { pid, wasStarted } = await ensureRunning(cluster, mayMove);
  const owner = readOwner(cluster);
  if (wasStarted || !owner || !isAlive(owner))
    writeFileSync(cluster.owner, JSON.stringify({ ...currentProcess(), user }));
  await ensureDatabase(readAccess(cluster.directory));
  return pid;
}

type Owner = ProcessIdentity & { user: string };

function readOwner({ owner }: Cluster): Owner | null {
  try {
    return JSON.parse(readFileSync(owner, 'utf8'));
  } catch {
    return null;
  }
}

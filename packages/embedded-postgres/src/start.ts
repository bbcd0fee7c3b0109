import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, databaseUrl, openCluster, readAccess } from './cluster.ts';
import { withLock } from './file-lock.ts';
import { ensureDatabase, initialiseCluster } from './initialise.ts';
import { findPostmaster, kill, type Postmaster } from './postmaster.ts';
import { currentProcess, isAlive, isRunning } from './processes.ts';
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

/**
 * Starts PostgreSQL on a data directory, or joins the server that already runs there, and keeps it
 * running. Every caller counts as a user of the server, and the last user to stop ends it. A process
 * that exits without calling `stop` is signed off by an exit handler; one that is killed no longer
 * counts, and the server it leaves behind is joined at the next start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const cluster = openCluster(resolve(options.dataDir), !options.throwaway);
  const { postmaster, leave } = await withLock(cluster.lock, () => joinServer(cluster));
  const supervisor = supervise(cluster, postmaster, log);
  let stopped: Promise<void> | undefined;
  return {
    url: databaseUrl(readAccess(cluster.directory)),
    get pid() {
      return supervisor.pid();
    },
    stop: () => {
      stopped ??= supervisor.leave().then(() => withLock(cluster.lock, leave));
      return stopped;
    },
  };
}

/** Becomes a user of the server. Like `leave`, called while holding the lock. */
async function joinServer(cluster: Cluster): Promise<Membership> {
  const othersHoldItsUrl = countUsers(cluster.users) > 0;
  const leaveUsers = registerUser(cluster.users);
  const abandon = () => releaseServer(cluster, leaveUsers, (pid) => kill(pid, 'SIGINT'));
  process.once('exit', abandon);

  async function leave(): Promise<void> {
    process.off('exit', abandon);
    await releaseServer(cluster, leaveUsers, stopServer);
  }

  try {
    await initialiseCluster(cluster);
    const postmaster = await ensureRunning(cluster, !othersHoldItsUrl);
    await ensureDatabase(readAccess(cluster.directory));
    return { postmaster, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** How many users the server has. Removes the records of dead processes. */
function countUsers(directory: string): number {
  return readdirSync(directory).filter((name) => {
    const path = join(directory, name);
    const isActive = isActiveUser(path);
    if (!isActive) rmSync(path, { force: true });
    return isActive;
  }).length;
}

function isActiveUser(path: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return false;
  }
}

/** Records that this process uses the server; the returned function removes the record. */
function registerUser(directory: string): () => void {
  const path = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}`);
  writeFileSync(path, JSON.stringify(currentProcess()));
  return () => rmSync(path, { force: true });
}

/** Stops counting as a user, and ends the server when that was the last one. */
function releaseServer<T>(
  cluster: Cluster,
  leaveUsers: () => void,
  end: (pid: number) => T,
): T | undefined {
  leaveUsers();
  const postmaster = findPostmaster(cluster.directory);
  return postmaster && countUsers(cluster.users) === 0 ? end(postmaster.pid) : undefined;
}

/** Watches a running server, no matter which process started it, and restarts it when it dies. */
function supervise(
  cluster: Cluster,
  started: Postmaster,
  log: (message: string) => void,
): Supervisor {
  const left = new AbortController();
  let { pid } = started;

  async function watch(): Promise<void> {
    for (;;) {
      await delay(checkEveryMs, undefined, { ref: false, signal: left.signal });
      if (isRunning(pid)) continue;
      log(`PostgreSQL (pid ${pid}) has ended; starting it again`);
      pid = await restart();
      log(`PostgreSQL is running again (pid ${pid})`);
    }
  }

  async function restart(): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      const pause = retryAfterMs[Math.min(attempt, retryAfterMs.length - 1)];
      await delay(pause, undefined, { signal: left.signal });
      try {
        return (await withLock(cluster.lock, () => ensureRunning(cluster, false))).pid;
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  const watching = watch().catch((error) => {
    if (!left.signal.aborted) log(String(error));
  });

  return {
    pid: () => pid,
    leave: () => {
      left.abort();
      return watching;
    },
  };
}

type Membership = {
  postmaster: Postmaster;
  /** Stops using the server, and ends it if nobody else uses it. */
  leave(): Promise<void>;
};

const checkEveryMs = 500;
const retryAfterMs = [0, 200, 500, 1000, 2000, 5000];

/** Keeps the server of a cluster running until `leave` is called. */
type Supervisor = {
  pid(): number;
  leave(): Promise<void>;
};

import { resolve } from 'node:path';
import { type Cluster, openCluster } from './cluster.ts';
import { databaseUrl, readAccess } from './cluster-access.ts';
import { ensureDatabase } from './ensure-database.ts';
import { withLock } from './file-lock.ts';
import { initialise } from './initialise.ts';
import { findPostmaster, kill, type Postmaster } from './postmaster.ts';
import { countUsers, joinUsers } from './server-users.ts';
import { endServer, ensureRunning } from './start-server.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedPostgresOptions {
  /** The cluster is kept in `<dataDir>/postgres`. */
  dataDir: string;
  log?: (message: string) => void;
  /** Faster, for data that need not survive the machine: tests. */
  throwaway?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  /** The server's main process; another one after the server was started again. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a data directory, or joins the server that already runs there, and keeps
 * it running. Every caller counts as a user of the server, and the last living user to stop ends
 * it. A process that exits without calling `stop` gives up its use on the way out; one that is
 * killed is no longer counted, and the server it leaves behind is joined at the next start.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const cluster = openCluster(resolve(options.dataDir), !options.throwaway);
  const { postmaster, leave } = await withLock(cluster.lock, () => join(cluster));
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

interface Membership {
  postmaster: Postmaster;
  /** Gives up the use of the server, and ends it when nobody else uses it. */
  leave(): Promise<void>;
}

/** Becomes a user of the running server. Called, as `leave` is, by the holder of the lock. */
async function join(cluster: Cluster): Promise<Membership> {
  const othersHoldItsUrl = countUsers(cluster.users) > 0;
  const leaveUsers = joinUsers(cluster.users);
  const abandon = () => giveUp(cluster, leaveUsers, (pid) => kill(pid, 'SIGINT'));
  process.once('exit', abandon);

  async function leave(): Promise<void> {
    process.off('exit', abandon);
    await giveUp(cluster, leaveUsers, endServer);
  }

  try {
    await initialise(cluster);
    const postmaster = await ensureRunning(cluster, !othersHoldItsUrl);
    await ensureDatabase(readAccess(cluster.directory));
    return { postmaster, leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

/** Stops counting as a user, and ends the server when that was the last one. */
function giveUp<T>(
  cluster: Cluster,
  leaveUsers: () => void,
  end: (pid: number) => T,
): T | undefined {
  leaveUsers();
  const postmaster = findPostmaster(cluster.directory);
  return postmaster && countUsers(cluster.users) === 0 ? end(postmaster.pid) : undefined;
}

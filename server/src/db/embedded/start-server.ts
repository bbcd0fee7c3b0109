import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Cluster } from './cluster.ts';
import { readAccess, writeAccess } from './cluster-access.ts';
import { freePort, isFree } from './free-port.ts';
import {
  clearLeftovers,
  findPostmaster,
  kill,
  type Postmaster,
  whenGone,
  whenReady,
} from './postmaster.ts';
import { asAccount, giveTo, own } from './server-account.ts';
import { serverArguments, serverEnvironment } from './server-settings.ts';

const LOG_LIMIT = 10_000_000;
const STOP_PATIENCE_MS = 20_000;

/**
 * Returns the cluster's living server, or starts it. Callers hold the cluster's lock. The port is
 * kept as long as anyone may hold a URL with it.
 */
export async function ensureRunning(cluster: Cluster, mayMove: boolean): Promise<Postmaster> {
  const adopted = await adopt(cluster);
  if (adopted) return adopted;
  await clearLeftovers(cluster.directory);
  giveTo(cluster.account, cluster.directory);
  const port = await choosePort(cluster, mayMove);
  const pid = launch(cluster, port);
  const postmaster = await whenReady(cluster.directory, pid);
  if (!postmaster) throw new Error(`PostgreSQL did not start:\n${lastLines(cluster.log)}`);
  return postmaster;
}

/** Ends the server in an orderly way, and by force when it does not end. */
export async function endServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    kill(pid, signal);
    if (await whenGone(pid, STOP_PATIENCE_MS)) return;
  }
}

async function adopt({ directory }: Cluster): Promise<Postmaster | null> {
  const living = findPostmaster(directory);
  if (!living) return null;
  if (living.status !== 'stopping') return whenReady(directory, living.pid);
  await endServer(living.pid);
  return null;
}

async function choosePort(cluster: Cluster, mayMove: boolean): Promise<number> {
  const access = readAccess(cluster.directory);
  if (access.port > 0 && (!mayMove || (await isFree(access.port)))) return access.port;
  const port = await freePort();
  writeAccess(cluster.directory, { ...access, port }, cluster.account);
  return port;
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
  own(cluster.account, cluster.log);
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

function logFlag(path: string): 'a' | 'w' {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return size > LOG_LIMIT ? 'w' : 'a';
}

function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-8).join('\n');
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { withLock } from './file-lock.ts';
import type { Postmaster } from './postmaster.ts';
import { isRunning } from './process-identity.ts';
import { ensureRunning } from './start-server.ts';

const LOOK_EVERY_MS = 500;
const RETRY_AFTER_MS = [0, 200, 500, 1000, 2000, 5000];

/** Keeps the server of a cluster running until it is told to leave it. */
export interface Supervisor {
  pid(): number;
  leave(): Promise<void>;
}

/** Looks after a running server, whoever started it, and starts it again when it dies. */
export function supervise(
  cluster: Cluster,
  started: Postmaster,
  log: (message: string) => void,
): Supervisor {
  const left = new AbortController();
  let { pid } = started;

  async function watch(): Promise<void> {
    for (;;) {
      await delay(LOOK_EVERY_MS, undefined, { ref: false, signal: left.signal });
      if (isRunning(pid)) continue;
      log(`PostgreSQL (pid ${pid}) has ended; starting it again`);
      pid = await restart();
      log(`PostgreSQL is running again (pid ${pid})`);
    }
  }

  async function restart(): Promise<number> {
    for (let attempt = 0; ; attempt++) {
      const pause = RETRY_AFTER_MS[Math.min(attempt, RETRY_AFTER_MS.length - 1)];
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

import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Harness } from '../harness/harness.ts';
import { cpuSecondsWithChildren, processUsage } from '../harness/process-usage.ts';
import { startProcess } from '../harness/production.ts';
import type { Row } from '../report.ts';

/** Long enough for work left over from the start. */
const settleMs = 90_000;
const restMs = 60_000;
const goal = 0.005;

type Used = { server: number; postgres: number };

/** The cost of an idle installation: its process, and its embedded PostgreSQL. */
export async function benchIdle({ folder }: Harness): Promise<Row[]> {
  const dataDir = mkdtempSync(join(folder, 'idle-'));
  chmodSync(dataDir, 0o711);
  try {
    const first = await startProcess({ DATA_DIR: dataDir });
    await first.stop();
    const app = await startProcess({ DATA_DIR: dataDir });
    try {
      return [rowOf(await useAtRest(app.pid, postmasterOf(dataDir)))];
    } finally {
      await app.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function rowOf({ server, postgres }: Used): Row {
  const percent = (share: number) => `${(100 * share).toFixed(2)} %`;
  return {
    what: 'nobody there: share of a core',
    ours: `${percent(server + postgres)} (server ${percent(server)}, PostgreSQL ${percent(postgres)})`,
    goal: `≤ ${percent(goal)}`,
    met: server + postgres <= goal,
  };
}

/** Shares of a core. */
async function useAtRest(server: number, postgres: number): Promise<Used> {
  const now = (): Used => ({
    server: processUsage(server).cpuSeconds,
    postgres: cpuSecondsWithChildren(postgres),
  });
  await pause(settleMs);
  const before = now();
  await pause(restMs);
  const after = now();
  return {
    server: (after.server - before.server) / (restMs / 1000),
    postgres: (after.postgres - before.postgres) / (restMs / 1000),
  };
}

function postmasterOf(dataDir: string): number {
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

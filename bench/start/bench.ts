import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Harness } from '../harness/harness.ts';
import { processUsage } from '../harness/process-usage.ts';
import { startProcess } from '../harness/production.ts';
import type { Row } from '../report.ts';

const goals = { warmSeconds: 1, residentMb: 140 };
const warmStarts = 3;

type Started = { seconds: number; residentMb: number };

export async function benchStart({ folder }: Harness): Promise<Row[]> {
  const dataDir = mkdtempSync(join(folder, 'start-'));
  chmodSync(dataDir, 0o711);
  try {
    const cold = await startOnce(dataDir);
    const warm: Started[] = [];
    for (let round = 0; round < warmStarts; round += 1) warm.push(await startOnce(dataDir));
    const best = Math.min(...warm.map(({ seconds }) => seconds));
    const residentMb = warm[0]?.residentMb ?? Number.NaN;
    return [
      {
        what: 'cold start: new database, demo data',
        ours: `${cold.seconds.toFixed(1)} s`,
      },
      {
        what: `warm start, best of ${warmStarts}`,
        ours: `${best.toFixed(1)} s`,
        goal: `≤ ${goals.warmSeconds} s`,
        met: best <= goals.warmSeconds,
      },
      {
        what: 'memory at rest, after a warm start',
        ours: `${Math.round(residentMb)} MB`,
        goal: `≤ ${goals.residentMb} MB`,
        met: residentMb <= goals.residentMb,
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Like `npm start` on a developer's machine: with embedded PostgreSQL and demo data. */
async function startOnce(dataDir: string): Promise<Started> {
  const began = performance.now();
  const app = await startProcess({ DATA_DIR: dataDir });
  const seconds = (performance.now() - began) / 1000;
  const { residentMb } = processUsage(app.pid);
  await app.stop();
  return { seconds, residentMb };
}

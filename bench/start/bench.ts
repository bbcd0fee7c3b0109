import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { useOf } from '../stage/process-use.ts';
import { startProcess } from '../stage/production.ts';
import type { Stage } from '../stage/stage.ts';
import type { Row } from '../table.ts';

const warmGoalSeconds = 3;
const warmStarts = 3;

type Started = { seconds: number; residentMb: number };

/** As `npm start` does on one's own machine: with the embedded PostgreSQL and the demo data. */
const startOnce = async (dataDir: string): Promise<Started> => {
  const began = performance.now();
  const app = await startProcess({ DATA_DIR: dataDir });
  const seconds = (performance.now() - began) / 1000;
  const { residentMb } = useOf(app.pid);
  await app.stop();
  return { seconds, residentMb };
};

/** How long a start takes until the first answer: on an empty folder, and on one that is there. */
export const benchStart = async ({ folder }: Stage): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(folder, 'start-'));
  chmodSync(dataDir, 0o711);
  try {
    const cold = await startOnce(dataDir);
    const warm: Started[] = [];
    for (let round = 0; round < warmStarts; round += 1) warm.push(await startOnce(dataDir));
    const best = Math.min(...warm.map(({ seconds }) => seconds));
    const row = { reference: '', ratio: '' };
    return [
      {
        ...row,
        what: 'cold start: new database, demo data',
        ours: `${cold.seconds.toFixed(1)} s`,
        goal: '',
        met: undefined,
      },
      {
        ...row,
        what: `warm start, best of ${warmStarts}`,
        ours: `${best.toFixed(1)} s`,
        goal: `≤ ${warmGoalSeconds} s`,
        met: best <= warmGoalSeconds,
      },
      {
        ...row,
        what: 'memory at rest, after a warm start',
        ours: `${Math.round(warm[0]?.residentMb ?? Number.NaN)} MB`,
        goal: '',
        met: undefined,
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};

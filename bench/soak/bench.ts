import { freePort } from '@keydesk/embedded-postgres/server';
import type { Harness } from '../harness/harness.ts';
import { processUsage } from '../harness/process-usage.ts';
import { startProduction } from '../harness/production.ts';
import { addKeys, addSignedIn } from '../harness/seed.ts';
import { type Row, times } from '../report.ts';
import { type Campus, simulateCampus } from './campus-life.ts';
import { inspectorEnvironment, openHeap } from './heap.ts';

const counts = { keys: 2_000, faculty: 500, desks: 40 };
/** Long enough for all code to have run and all caches to be filled. */
const warmUpMs = 60_000;
const goal = 1.1;

/** How much memory grows in some minutes of a campus's life with two processes: not at all. */
export function benchSoak(harness: Harness, minutes: number): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    const keyIds = (await addKeys(db, counts.keys)).map(({ id }) => id);
    const faculty = await addSignedIn(db, 'faculty', counts.faculty);
    const desks = await addSignedIn(db, 'security', counts.desks);
    const port = await freePort();
    const app = await startProduction(url, inspectorEnvironment(port));
    const other = await startProduction(url);
    const heap = await openHeap(port);
    try {
      const campus: Campus = { urls: [app.url, other.url], faculty, desks, keyIds };
      const life = simulateCampus(campus);
      await life.last(warmUpMs);
      const before = await heap.keptMb();
      const begun = { ...life.lived };
      await life.last(minutes * 60_000);
      const after = await heap.keptMb();
      const { residentMb } = processUsage(app.pid);
      await life.stop();
      const during = (what: keyof typeof begun) =>
        (life.lived[what] - begun[what]).toLocaleString('en');
      return [
        {
          what: `heap after ${minutes} min: ${during('handovers')} handovers, ${during('connections')} connections, ${during('lists')} lists`,
          ours: `${after.toFixed(1)} MB (resident ${Math.round(residentMb)} MB)`,
          reference: `before ${before.toFixed(1)} MB`,
          ratio: times(after / before),
          goal: `≤ ${goal}×`,
          met: after / before <= goal,
        },
      ];
    } finally {
      heap.close();
      await app.stop();
      await other.stop();
    }
  });
}

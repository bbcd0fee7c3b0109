import type { Harness } from '../harness/harness.ts';
import { rateOf, readersCalls, sendLoad } from '../harness/load.ts';
import { startProduction } from '../harness/production.ts';
import { addSignedIn } from '../harness/seed.ts';
import { perSecond, type Row, times } from '../report.ts';

const people = 64;
const seconds = 5;
/** The middleware of vnr-keys, measured earlier on this kind of machine. */
const statedMiddleware = 1_438;
const goal = 5;

export function benchTinyCall(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    const calls = readersCalls(await addSignedIn(db, 'faculty', people), '/api/auth/check-auth');
    const app = await startProduction(url);
    try {
      await sendLoad({ url: app.url, calls, seconds: 1 }, app.pid);
      const ours = await sendLoad({ url: app.url, calls, seconds }, app.pid);
      return [
        {
          what: 'tiny authenticated call (check-auth)',
          ours: rateOf(ours),
          reference: `vnr-keys ${perSecond(statedMiddleware)} (stated)`,
          ratio: times(ours.perSecond / statedMiddleware),
          goal: `≥ ${goal}×`,
          met: ours.perSecond / statedMiddleware >= goal,
        },
      ];
    } finally {
      await app.stop();
    }
  });
}

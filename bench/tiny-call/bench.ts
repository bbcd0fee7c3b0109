import { startChild } from '../harness/children.ts';
import type { Harness } from '../harness/harness.ts';
import { rateOf, readersCalls, sendLoad } from '../harness/load.ts';
import { startProduction } from '../harness/production.ts';
import { addSignedIn, pageHeaders } from '../harness/seed.ts';
import { perSecond, type Row, times } from '../report.ts';

const people = 64;
const seconds = 5;
/** The middleware of vnr-keys, measured earlier on this kind of machine. */
const statedMiddleware = 1_438;
const goal = 5;

/** The check-auth call: a session looked up in the database, and a response of 200 bytes. */
export function benchTinyCall(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    const callers = await addSignedIn(db, 'faculty', people);
    const [first] = callers;
    if (!first) throw new Error('Nobody calls');
    const app = await startProduction(url);
    const bare = await startChild<object, string>(
      new URL('../harness/bare-fastify-process.ts', import.meta.url),
    );
    try {
      const path = '/api/auth/check-auth';
      const calls = readersCalls(callers, path);
      await sendLoad({ url: app.url, calls, seconds: 1 }, app.pid);
      const ours = await sendLoad({ url: app.url, calls, seconds }, app.pid);
      const answer = await fetch(`${app.url}${path}`, { headers: pageHeaders(first) });
      const bareUrl = await bare.ask((await answer.json()) as object);
      const bareCalls = readersCalls(callers, '/');
      await sendLoad({ url: bareUrl, calls: bareCalls, seconds: 1 }, bare.pid);
      const reference = await sendLoad({ url: bareUrl, calls: bareCalls, seconds }, bare.pid);
      const rate = rateOf(ours);
      return [
        {
          what: 'tiny authenticated call (check-auth)',
          ours: rate,
          reference: `bare Fastify ${rateOf(reference)}`,
          ratio: times(ours.perSecond / reference.perSecond),
          goal: '',
          met: undefined,
        },
        {
          what: 'the same, beside vnr-keys',
          ours: rate,
          reference: `vnr-keys ${perSecond(statedMiddleware)} (stated)`,
          ratio: times(ours.perSecond / statedMiddleware),
          goal: `≥ ${goal}×`,
          met: ours.perSecond / statedMiddleware >= goal,
        },
      ];
    } finally {
      await bare.end();
      await app.stop();
    }
  });
}

import { perSecond, times } from '../figures.ts';
import { startChild } from '../stage/children.ts';
import { rateOf, sendLoad } from '../stage/load.ts';
import { addSignedIn, pageHeaders } from '../stage/people.ts';
import { startProduction } from '../stage/production.ts';
import { readersCalls } from '../stage/readers.ts';
import type { Stage } from '../stage/stage.ts';
import type { Row } from '../table.ts';

const people = 64;
const seconds = 5;
/** The middleware of vnr-keys, as seen on this kind of machine. */
const statedMiddleware = 1_438;
const goal = 5;

/** Who is signed in: a session looked up in the database, a person and 200 bytes of answer. */
export const benchTinyCall = (stage: Stage): Promise<Row[]> =>
  stage.withDatabase(async (db, url) => {
    const callers = await addSignedIn(db, 'faculty', people);
    const [first] = callers;
    if (!first) throw new Error('Nobody calls');
    const app = await startProduction(url);
    const bare = await startChild<object, string>(
      new URL('../stage/bare-fastify-process.ts', import.meta.url),
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

import { inKb, times } from '../figures.ts';
import type { BareAnswer } from '../stage/bare-http-process.ts';
import { startChild } from '../stage/children.ts';
import { addKeys } from '../stage/keys.ts';
import { type Call, type LoadResult, rateOf, sendLoad } from '../stage/load.ts';
import { addSignedIn, pageHeaders } from '../stage/people.ts';
import { startProduction } from '../stage/production.ts';
import { readersCalls } from '../stage/readers.ts';
import type { Stage } from '../stage/stage.ts';
import type { Row } from '../table.ts';
import { rawAnswer } from './raw-answer.ts';

const keyCount = 2_000;
const seconds = 5;
/** So many that none of them reaches the limit of requests that one person may make. */
const readers = 400;
const goals = { list: 0.8, unchanged: 0.7 };

const path = '/api/keys';

const measure = async (url: string, pid: number, calls: Call[][]): Promise<LoadResult> => {
  await sendLoad({ url, calls, seconds: 1 }, pid);
  return sendLoad({ url, calls, seconds }, pid);
};

const measureBare = async (answer: BareAnswer, calls: Call[][]): Promise<LoadResult> => {
  const bare = await startChild<BareAnswer, string>(
    new URL('../stage/bare-http-process.ts', import.meta.url),
  );
  try {
    return await measure(await bare.ask(answer), bare.pid, calls);
  } finally {
    await bare.end();
  }
};

const rowOf = (what: string, ours: LoadResult, bare: LoadResult, goal: number): Row => ({
  what,
  ours: rateOf(ours),
  reference: `bare server ${rateOf(bare)}`,
  ratio: times(ours.perSecond / bare.perSecond),
  goal: `≥ ${goal}×`,
  met: ours.perSecond / bare.perSecond >= goal,
});

const requireStatus = (result: LoadResult, status: number): void => {
  if (result.statuses[status] !== result.answered)
    throw new Error(`Not every answer was ${status}: ${JSON.stringify(result.statuses)}`);
};

/** The list of 2,000 keys, and the answer to those who have it already. */
export const benchKeyList = (stage: Stage): Promise<Row[]> =>
  stage.withDatabase(async (db, url) => {
    await addKeys(db, keyCount);
    const people = await addSignedIn(db, 'faculty', readers);
    const [first] = people;
    if (!first) throw new Error('Nobody reads');
    const app = await startProduction(url);
    try {
      const list = await rawAnswer(`${app.url}${path}`, pageHeaders(first));
      const condition = { 'if-none-match': list.headers.etag ?? '' };
      const unchanged = await rawAnswer(`${app.url}${path}`, {
        ...pageHeaders(first),
        ...condition,
      });
      const ours = await measure(app.url, app.pid, readersCalls(people, path));
      const ours304 = await measure(app.url, app.pid, readersCalls(people, path, condition));
      requireStatus(ours, 200);
      requireStatus(ours304, 304);
      const bare = await measureBare(list, readersCalls(people, path));
      const bare304 = await measureBare(unchanged, readersCalls(people, path, condition));
      const size = inKb(Buffer.from(list.body, 'base64').length);
      return [
        rowOf(`list of ${keyCount} keys (${size} gz)`, ours, bare, goals.list),
        rowOf('list that has not changed (304)', ours304, bare304, goals.unchanged),
      ];
    } finally {
      await app.stop();
    }
  });

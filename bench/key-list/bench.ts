import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { BareAnswer } from '../harness/bare-http-process.ts';
import { startChild } from '../harness/children.ts';
import type { Harness } from '../harness/harness.ts';
import { type Call, type LoadResult, rateOf, readersCalls, sendLoad } from '../harness/load.ts';
import { startProduction } from '../harness/production.ts';
import { addKeys, addSignedIn, pageHeaders } from '../harness/seed.ts';
import { inKb, perSecond, type Row, times } from '../report.ts';

const keyCount = 2_000;
const seconds = 5;
/** Enough to keep each person below the rate limit. */
const readers = 400;
/** The list's ratio to the bare server, and the rate of the 304. */
const goals = { list: 0.5, unchangedPerSecond: 5_000 };

const path = '/api/keys';

export function benchKeyList(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
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
        {
          ...rowOf(`list of ${keyCount} keys (${size} gz)`, ours, bare),
          goal: `≥ ${goals.list}×`,
          met: ours.perSecond / bare.perSecond >= goals.list,
        },
        {
          ...rowOf('list that has not changed (304)', ours304, bare304),
          goal: `≥ ${perSecond(goals.unchangedPerSecond)}`,
          met: ours304.perSecond >= goals.unchangedPerSecond,
        },
      ];
    } finally {
      await app.stop();
    }
  });
}

function rawAnswer(url: string, headers: Record<string, string>): Promise<BareAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, async (response) => {
      const body = await buffer(response);
      const kept = Object.entries(response.headers).filter(([name]) => !ofTheConnection.has(name));
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
        body: body.toString('base64'),
      });
    })
      .once('error', reject)
      .end();
  });
}

async function measure(url: string, pid: number, calls: Call[][]): Promise<LoadResult> {
  await sendLoad({ url, calls, seconds: 1 }, pid);
  return sendLoad({ url, calls, seconds }, pid);
}

function requireStatus(result: LoadResult, status: number): void {
  if (result.statuses[status] !== result.answered)
    throw new Error(`Not every answer was ${status}: ${JSON.stringify(result.statuses)}`);
}

async function measureBare(answer: BareAnswer, calls: Call[][]): Promise<LoadResult> {
  const bare = await startChild<BareAnswer, string>(
    new URL('../harness/bare-http-process.ts', import.meta.url),
  );
  try {
    return await measure(await bare.ask(answer), bare.pid, calls);
  } finally {
    await bare.end();
  }
}

function rowOf(what: string, ours: LoadResult, bare: LoadResult) {
  return {
    what,
    ours: rateOf(ours),
    reference: `bare server ${rateOf(bare)}`,
    ratio: times(ours.perSecond / bare.perSecond),
  };
}

const ofTheConnection = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

import { startChild } from '../harness/children.ts';
import type { Harness } from '../harness/harness.ts';
import { type Production, startProduction } from '../harness/production.ts';
import { addKeys, addSignedIn, jsonHeaders } from '../harness/seed.ts';
import { inMs, median, percentile, type Row, times } from '../report.ts';
import { type Delivery, measureDelivery } from './audience.ts';
import type { Holder } from './sockets-process.ts';

const sockets = 2_000;
const socketsEach = 10;
const subscribers = 500;
const rounds = 24;
const goals = { floor: 1.4, cpu: 1.7, seenMs: 12 };

export function benchFanOut(harness: Harness): Promise<Row[]> {
  return harness.withDatabase(async (db, url) => {
    const [key] = await addKeys(db, 1);
    const people = await addSignedIn(db, 'faculty', sockets / socketsEach);
    const [desk] = await addSignedIn(db, 'security', 1);
    if (!key || !desk) throw new Error('Nobody is there');
    const holders = Array.from({ length: sockets }, (_, index) => {
      const { session } = people[index % people.length] ?? desk;
      return { cookie: session.cookie, bearer: session.bearer };
    });
    const app = await startProduction(url);
    try {
      const { cause, event } = await handovers(app, key.id, jsonHeaders(desk));
      const run = {
        url: app.url,
        protocol: 'socket.io',
        serverPid: app.pid,
        cause,
        rounds,
      } as const;
      const ours = await measureDelivery(holders, run);
      const few = await measureDelivery(holders.slice(0, subscribers), run);
      return rowsOf(ours, await measureBare(event, holders), few);
    } finally {
      await app.stop();
    }
  });
}

async function handovers(
  app: Production,
  keyId: string,
  headers: Record<string, string>,
): Promise<{ cause: (round: number) => Promise<void>; event: object }> {
  const call = async (act: string): Promise<{ data: { key: object } }> => {
    const response = await fetch(`${app.url}/api/keys/${keyId}/${act}`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    if (!response.ok) throw new Error(`${act}: ${await response.text()}`);
    return (await response.json()) as { data: { key: object } };
  };
  const { data } = await call('take');
  await call('return');
  return {
    event: { action: 'take', key: data.key, version: 2 },
    cause: async (round) => {
      await call(round % 2 === 0 ? 'take' : 'return');
    },
  };
}

/** The reference: a server that only sends one text to every socket. */
async function measureBare(event: object, holders: readonly Holder[]): Promise<Delivery> {
  const bare = await startChild<object, string>(new URL('./bare-process.ts', import.meta.url));
  try {
    return await measureDelivery(holders, {
      url: await bare.ask({ serve: true }),
      protocol: 'raw',
      serverPid: bare.pid,
      cause: () => bare.ask({ send: event }),
      rounds,
    });
  } finally {
    await bare.end();
  }
}

function rowsOf(ours: Delivery, floor: Delivery, few: Delivery): Row[] {
  const seen = median(few.fromWrite);
  return [
    {
      what: `an event to ${sockets} sockets, 99 of 100 within`,
      ours: inMs(p99(ours)),
      reference: `raw ws ${inMs(p99(floor))}`,
      ratio: times(p99(ours) / p99(floor)),
      goal: `≤ ${goals.floor}× raw`,
      met: p99(ours) / p99(floor) <= goals.floor,
    },
    {
      what: 'the same, processor time of an event',
      ours: inMs(cpuMs(ours)),
      reference: `raw ws ${inMs(cpuMs(floor))}`,
      ratio: times(cpuMs(ours) / cpuMs(floor)),
      goal: `≤ ${goals.cpu}× raw`,
      met: cpuMs(ours) / cpuMs(floor) <= goals.cpu,
    },
    {
      what: `write → seen by ${subscribers} pages, median`,
      ours: inMs(seen),
      goal: `≤ ${goals.seenMs} ms`,
      met: seen <= goals.seenMs,
    },
  ];
}

function p99({ fromServer }: Delivery): number {
  return percentile(fromServer, 0.99);
}

function cpuMs({ cpuSeconds }: Delivery): number {
  return (1000 * cpuSeconds) / rounds;
}

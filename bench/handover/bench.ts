import { setTimeout } from 'node:timers/promises';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import type { Harness } from '../harness/harness.ts';
import { type Call, type LoadResult, rateOf, sendLoad } from '../harness/load.ts';
import { type Production, startProduction } from '../harness/production.ts';
import { jsonHeaders } from '../harness/seed.ts';
import { inMs, perSecond, type Row, times } from '../report.ts';
import { fillCampus, type HandoverCampus, issueCodes } from './campus.ts';
import { measureReference, type Rate, type ReferenceRates } from './reference.ts';

const clients = 16;
const each = 500;
const warmUp = 60;
/** The desks of a campus on Monday morning, each scanning as fast as it gets answers. */
const fewDesks = 2;
const eachOfFew = 300;
/** Faster than a person with a scanner. */
const scanEveryMs = 200;

/**
 * What other systems reached with the same work (code check, loan, audit event and notification in
 * one transaction, fsync on), as a share of pgbench. Measured earlier on this kind of machine, when
 * ours did 426 to 723/s and 0.39 to 0.45 of pgbench: Directus 11 by its services 102 to 160/s (by
 * raw SQL 147 to 232/s), Parse 9 144 to 250/s.
 */
const stated = {
  directus: { name: "Directus' services", share: (160 / 723) * 0.45, goal: 5 },
  parse: { name: 'Parse', share: (250 / 723) * 0.45, goal: 3 },
};
const goals = { pgbench: 0.33, p99: 2.5, fewDesksMs: 15 };

/** Handovers by scanned codes: every key of a campus goes out and comes back. */
export async function benchHandover(harness: Harness): Promise<Row[]> {
  const reference = await measureReferenceOn(harness);
  return harness.withDatabase(async (db, url) => {
    const campus = await fillCampus(db, clients * (each + warmUp) + 2 * fewDesks * eachOfFew);
    const app = await startProduction(url);
    try {
      const requests = await issueCodes(db, campus, 'key-request');
      const out = await measureOurs(app, campus, 'request', requests);
      const counting = await measureWhileCounting(
        app,
        campus,
        requests.slice(-fewDesks * eachOfFew),
      );
      const returns = await issueCodes(db, campus, 'key-return');
      const back = await measureOurs(app, campus, 'return', returns);
      return [
        ...rowsOf('hand-out', out, reference.handOut),
        ...rowsOf('take-back', back, reference.takeBack),
        {
          what: `hand-out at ${fewDesks} desks while a third counts, 99 of 100 within`,
          ours: `${inMs(counting.p99)} (median ${inMs(counting.p50)})`,
          reference: `without: ${inMs(out.few.p99)} (median ${inMs(out.few.p50)})`,
          ratio: times(counting.p50 / out.few.p50),
          goal: `≤ ${goals.fewDesksMs} ms`,
          met: counting.p99 <= goals.fewDesksMs,
        },
        {
          what: 'memory under this load',
          ours: `${Math.round(back.all.serverResidentMb)} MB`,
        },
      ];
    } finally {
      await app.stop();
    }
  });
}

function measureReferenceOn(harness: Harness): Promise<ReferenceRates> {
  return harness.withDatabase((db, url) =>
    measureReference({ db, url, folder: harness.folder }, { clients, each }),
  );
}

/** Scans every code once: some to warm up, some from a few desks, the rest from all clients. */
async function measureOurs(
  app: Production,
  campus: HandoverCampus,
  path: string,
  texts: readonly string[],
): Promise<{ all: LoadResult; few: LoadResult }> {
  const scans = (from: number, count: number, of: number) =>
    measure(app, callsFor(campus, path, texts.slice(from, from + count), of));
  const [warm, byFew] = [clients * warmUp, fewDesks * eachOfFew];
  await scans(0, warm, clients);
  const few = await scans(warm, byFew, fewDesks);
  return { all: await scans(warm + byFew, clients * each, clients), few };
}

/** A few desks hand keys out while another one scans all tags on the hooks as fast as possible. */
async function measureWhileCounting(
  app: Production,
  campus: HandoverCampus,
  texts: readonly string[],
): Promise<LoadResult> {
  const counter = campus.desks.at(-1);
  if (!counter) throw new Error('No desk is there');
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${app.url}/api/desk/counts${path}`, {
      method: 'POST',
      headers: jsonHeaders(counter),
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { data: { count: { id: string } } };
  };
  const { data } = await post('', { scope: { kind: 'desk' } });
  let over = false;
  const scanAll = async () => {
    for (const { id } of campus.keys) {
      if (over) return;
      await post(`/${data.count.id}/scans`, { tags: [formatKeyTag(id)] });
      await setTimeout(scanEveryMs);
    }
  };
  const scanning = scanAll();
  const result = await measure(app, callsFor(campus, 'request', texts, fewDesks)).finally(() => {
    over = true;
  });
  await scanning;
  await post(`/${data.count.id}/close`, {});
  return result;
}

async function measure({ url, pid }: Production, calls: Call[][]): Promise<LoadResult> {
  const result = await sendLoad({ url, calls, once: true }, pid);
  if (result.statuses['200'] !== calls.flat().length)
    throw new Error(`Not every handover succeeded: ${JSON.stringify(result.statuses)}`);
  return result;
}

/** Distributes the codes among the clients; successive handovers use different desks. */
function callsFor(
  campus: HandoverCampus,
  path: string,
  texts: readonly string[],
  of: number,
): Call[][] {
  return Array.from({ length: of }, (_, client) =>
    texts
      .filter((_text, index) => index % of === client)
      .map((qrData, index) => {
        const desk = campus.desks[(client + index * of) % campus.desks.length];
        if (!desk) throw new Error('No desk is there');
        return {
          method: 'POST',
          path: `/api/keys/qr-scan/${path}`,
          headers: jsonHeaders(desk),
          body: JSON.stringify({ qrData }),
        };
      }),
  );
}

function rowsOf(
  what: string,
  { all: ours, few }: { all: LoadResult; few: LoadResult },
  reference: Rate,
): Row[] {
  const rate = rateOf(ours);
  return [
    {
      what: `${what} over HTTP, ${clients} clients`,
      ours: rate,
      reference: `pgbench ${perSecond(reference.perSecond)}`,
      ratio: times(ours.perSecond / reference.perSecond),
      goal: `≥ ${goals.pgbench}×`,
      met: ours.perSecond / reference.perSecond >= goals.pgbench,
    },
    {
      what: `${what}, 99 of 100 within`,
      ours: `${inMs(ours.p99)} (median ${inMs(ours.p50)})`,
      reference: `pgbench ${inMs(reference.p99)}`,
      ratio: times(ours.p99 / reference.p99),
      goal: `≤ ${goals.p99}×`,
      met: ours.p99 / reference.p99 <= goals.p99,
    },
    {
      what: `${what} at ${fewDesks} desks, 99 of 100 within`,
      ours: `${inMs(few.p99)} (median ${inMs(few.p50)}; ${perSecond(few.perSecond)})`,
      goal: `≤ ${goals.fewDesksMs} ms`,
      met: few.p99 <= goals.fewDesksMs,
    },
    ...[stated.directus, stated.parse].map(({ name, share, goal }) => {
      const known = share * reference.perSecond;
      return {
        what: `${what}, beside ${name}`,
        ours: rate,
        reference: `${share.toFixed(2)} of pgbench (stated): ${perSecond(known)}`,
        ratio: times(ours.perSecond / known),
        goal: `≥ ${goal}×`,
        met: ours.perSecond / known >= goal,
      };
    }),
  ];
}

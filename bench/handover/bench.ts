import { inMs, perSecond, times } from '../figures.ts';
import { type Call, type LoadResult, rateOf, sendLoad } from '../stage/load.ts';
import { jsonHeaders } from '../stage/people.ts';
import { type Production, startProduction } from '../stage/production.ts';
import type { Stage } from '../stage/stage.ts';
import type { Row } from '../table.ts';
import { fillCampus, type HandoverCampus, issueCodes } from './campus.ts';
import { measureReference, type ReferenceRates } from './reference.ts';

const clients = 16;
const each = 500;
const warmUp = 60;

/** Seen on this kind of machine, not measured here. */
const stated = { directus: 202, parse: 866 };
const goals = { pgbench: 0.33, p99: 15, directus: 15, parse: 4 };

/** Deals the codes out to the clients; each handover is another desk's. */
const callsFor = (campus: HandoverCampus, path: string, texts: readonly string[]): Call[][] =>
  Array.from({ length: clients }, (_, client) =>
    texts
      .filter((_text, index) => index % clients === client)
      .map((qrData, index) => {
        const desk = campus.desks[(client + index * clients) % campus.desks.length];
        if (!desk) throw new Error('No desk is there');
        return {
          method: 'POST',
          path: `/api/keys/qr-scan/${path}`,
          headers: jsonHeaders(desk),
          body: JSON.stringify({ qrData }),
        };
      }),
  );

const measureOurs = async ({ url, pid }: Production, calls: Call[][]): Promise<LoadResult> => {
  const warm = calls.map((own) => own.slice(0, warmUp));
  await sendLoad({ url, calls: warm, once: true }, pid);
  const rest = calls.map((own) => own.slice(warmUp));
  const result = await sendLoad({ url, calls: rest, once: true }, pid);
  if (result.statuses['200'] !== rest.flat().length)
    throw new Error(`Not every handover succeeded: ${JSON.stringify(result.statuses)}`);
  return result;
};

const rowsOf = (what: string, ours: LoadResult, by: string, reference: number): Row[] => {
  const rate = rateOf(ours);
  const versus = (name: string, known: number, goal: number): Row => ({
    what: `${what}, beside ${name}`,
    ours: rate,
    reference: `${name} ${perSecond(known)} (stated)`,
    ratio: times(ours.perSecond / known),
    goal: `≥ ${goal}×`,
    met: ours.perSecond / known >= goal,
  });
  return [
    {
      what: `${what} over HTTP, ${clients} clients`,
      ours: rate,
      reference: `${by} ${perSecond(reference)}`,
      ratio: times(ours.perSecond / reference),
      goal: `≥ ${goals.pgbench}×`,
      met: ours.perSecond / reference >= goals.pgbench,
    },
    {
      what: `${what}, 99 of 100 within`,
      ours: `${inMs(ours.p99)} (half within ${inMs(ours.p50)})`,
      reference: '',
      ratio: '',
      goal: `≤ ${goals.p99} ms`,
      met: ours.p99 <= goals.p99,
    },
    versus('Directus', stated.directus, goals.directus),
    versus('Parse', stated.parse, goals.parse),
  ];
};

const measureReferenceOn = (stage: Stage): Promise<ReferenceRates> =>
  stage.withDatabase((db, url) =>
    measureReference({ db, url, folder: stage.folder }, { clients, each }),
  );

/** Handovers by scanned codes: every key of a campus goes out and comes back. */
export const benchHandover = async (stage: Stage): Promise<Row[]> => {
  const reference = await measureReferenceOn(stage);
  return stage.withDatabase(async (db, url) => {
    const campus = await fillCampus(db, clients * (each + warmUp));
    const app = await startProduction(url);
    try {
      const requests = await issueCodes(db, campus, 'key-request');
      const out = await measureOurs(app, callsFor(campus, 'request', requests));
      const returns = await issueCodes(db, campus, 'key-return');
      const back = await measureOurs(app, callsFor(campus, 'return', returns));
      return [
        ...rowsOf('hand-out', out, reference.by, reference.handOut),
        ...rowsOf('take-back', back, reference.by, reference.takeBack),
        {
          what: 'memory under this load',
          ours: `${Math.round(back.serverResidentMb)} MB`,
          reference: '',
          ratio: '',
          goal: '',
          met: undefined,
        },
      ];
    } finally {
      await app.stop();
    }
  });
};

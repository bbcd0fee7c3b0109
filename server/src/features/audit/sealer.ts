import type { FastifyBaseLogger } from 'fastify';
import { type Database, transact } from '../../platform/db/client.ts';
import {
  listUnsealed,
  lockChain,
  nextLink,
  readChainEnd,
  storeChainEnd,
  storeSeals,
} from './chain.ts';

/** Small enough to hardly delay a handover at the same moment. */
const batchSize = 500;
const sealDelayMs = 1_000;
/** How often an idle process checks, for events of jobs and of processes that were killed. */
const idlePollMs = 5_000;

/** Seals events; every event committed before this call is sealed when it resolves. */
export async function sealEvents(db: Database): Promise<void> {
  if ((await listUnsealed(db, 1)).length === 0) return;
  while ((await sealBatch(db)) === batchSize);
}

function sealBatch(db: Database): Promise<number> {
  return transact(db, async (tx) => {
    await lockChain(tx);
    const events = await listUnsealed(tx, batchSize);
    let end = await readChainEnd(tx);
    const seals = events.map(({ id, canonical }) => {
      end = nextLink(end, canonical);
      return { id, ...end };
    });
    if (seals.length === 0) return 0;
    await storeSeals(tx, seals);
    await storeChainEnd(tx, end);
    return seals.length;
  });
}

/** Seals events in the background. */
export type Sealer = {
  start(): void;
  /** To be called when there may be events to seal. */
  expectEvents(): void;
  stop(): Promise<void>;
};

/** Seals the events of requests after about a second, and others within five. */
export function createSealer(db: Database, log: FastifyBaseLogger): Sealer {
  let timer: NodeJS.Timeout | undefined;
  let sealing = Promise.resolve();
  let stopped = false;
  let hasPending = false;
  const start = (): void => {
    hasPending = false;
    timer = undefined;
    sealing = sealEvents(db)
      .catch((error: unknown) => log.warn({ err: error }, 'audit seals'))
      .then(() => {
        if (!stopped) timer = setTimeout(start, hasPending ? sealDelayMs : idlePollMs).unref();
      });
  };
  return {
    start,
    expectEvents() {
      if (hasPending || stopped) return;
      hasPending = true;
      // While it is sealing there is no timer; the next one takes `hasPending` into account.
      if (!timer) return;
      clearTimeout(timer);
      timer = setTimeout(start, sealDelayMs).unref();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sealing;
    },
  };
}

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

/** Small enough that a handover at the same moment hardly waits for the processor. */
const batchSize = 500;
const sealDelayMs = 1_000;
/** How often a process at rest looks, for events of timed work and of processes that were killed. */
const idlePollMs = 5_000;

/** Every event that was committed before this call is sealed once it resolves, whoever sealed it. */
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

/** Work that a process keeps doing. */
export type Sealer = {
  start(): void;
  /** Says that there may be events to seal. */
  expectEvents(): void;
  stop(): Promise<void>;
};

/** Seals events about a second after requests have made them, and others within five. */
export function createSealer(db: Database, log: FastifyBaseLogger): Sealer {
  let timer: NodeJS.Timeout | undefined;
  let sealing = Promise.resolve();
  let stopped = false;
  let expected = false;
  const start = (): void => {
    expected = false;
    timer = undefined;
    sealing = sealEvents(db)
      .catch((error: unknown) => log.warn({ err: error }, 'audit seals'))
      .then(() => {
        if (!stopped) timer = setTimeout(start, expected ? sealDelayMs : idlePollMs).unref();
      });
  };
  return {
    start,
    expectEvents() {
      if (expected || stopped) return;
      expected = true;
      // While it seals there is no timer: the next one is set by what it has heard until then.
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

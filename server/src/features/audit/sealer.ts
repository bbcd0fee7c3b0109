import type { FastifyBaseLogger } from 'fastify';
import { type Database, transact } from '../../db/client.ts';
import {
  listUnsealed,
  readChainEnd,
  storeChainEnd,
  storeSeals,
  tryToHoldChain,
} from './chain.repository.ts';
import { nextLink } from './chain.ts';

/** Small enough that a handover at the same moment hardly waits for the processor. */
const batchSize = 500;
const everyMs = 1_000;

const sealBatch = (db: Database): Promise<number> =>
  transact(db, async (tx) => {
    if (!(await tryToHoldChain(tx))) return 0;
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

/** Adds every committed event to the chain of seals, unless another process is at it. */
export const sealEvents = async (db: Database): Promise<void> => {
  if ((await listUnsealed(db, 1)).length === 0) return;
  while ((await sealBatch(db)) === batchSize);
};

/** Work that a process keeps doing. */
export type Sealer = { start(): void; stop(): Promise<void> };

/** Seals events about a second after they are committed. */
export const createSealer = (db: Database, log: FastifyBaseLogger): Sealer => {
  let timer: NodeJS.Timeout | undefined;
  let sealing = Promise.resolve();
  let stopped = false;
  const start = (): void => {
    sealing = sealEvents(db)
      .catch((error: unknown) => log.warn({ err: error }, 'audit seals'))
      .then(() => {
        if (!stopped) timer = setTimeout(start, everyMs).unref();
      });
  };
  return {
    start,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await sealing;
    },
  };
};

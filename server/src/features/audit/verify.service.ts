import { type Database, type Transaction, transact } from '../../db/client.ts';
import { listSealed, readChainEnd, readCheckpoint, type SealedEvent } from './chain.repository.ts';
import { type ChainLink, nextLink } from './chain.ts';

const pageSize = 2_000;

/** Whether the chain of seals holds, how many events that says, and the first one that breaks it. */
export type Verdict = { intact: boolean; checked: number; brokenAt: number | null };

const follows = (before: ChainLink, event: SealedEvent): boolean => {
  const expected = nextLink(before, event.canonical);
  return (
    event.position === expected.position && event.hash.equals(expected.hash) && event.personalHolds
  );
};

const verifyFrom = async (tx: Transaction, begin: ChainLink): Promise<Verdict> => {
  let last = begin;
  for (;;) {
    const page = await listSealed(tx, last.position, pageSize);
    for (const event of page) {
      const checked = last.position - begin.position;
      if (!follows(last, event)) return { intact: false, checked, brokenAt: event.id };
      last = event;
    }
    if (page.length === pageSize) continue;
    const end = await readChainEnd(tx);
    const whole = end.position === last.position && end.hash.equals(last.hash);
    return { intact: whole, checked: last.position - begin.position, brokenAt: null };
  }
};

/**
 * Recomputes every seal from where the chain begins, on one view of the database. A chain that ends
 * before its newest seal is broken at no event: the ones at its end are missing.
 */
export const verifyAudit = (db: Database): Promise<Verdict> =>
  transact(db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return verifyFrom(tx, await readCheckpoint(tx));
  });

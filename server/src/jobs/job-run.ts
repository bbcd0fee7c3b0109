import { and, eq, lt } from 'drizzle-orm';
import { type Database, type Transaction, transact } from '../db/client.ts';
import { jobRuns } from '../db/tables.ts';

/** How long it is remembered that timed work was done. */
const rememberedMs = 40 * 86_400_000;

/**
 * Does timed work once for the moment at which it was due, whatever the number of processes: the
 * work and the record of it commit together. Null when it was done already.
 */
export const runOnce = async <T>(
  db: Database,
  job: string,
  dueAt: Date,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | null> =>
  transact(db, async (tx) => {
    const { rowCount } = await tx.orm.insert(jobRuns).values({ job, dueAt }).onConflictDoNothing();
    if (rowCount === 0) return null;
    await tx.orm
      .delete(jobRuns)
      .where(
        and(eq(jobRuns.job, job), lt(jobRuns.dueAt, new Date(dueAt.getTime() - rememberedMs))),
      );
    return work(tx);
  });

import { type Database, transact } from '../../platform/db/client.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { CurrentSettings } from '../settings/index.ts';
import { deleteUpTo, listSealed, lockChain, readCheckpoint } from './chain.ts';

const dayMs = 86_400_000;
const batchSize = 2_000;

/** Forgets audit events older than the security settings say; the rest stays verifiable. */
export function auditRetentionJob(db: Database, settings: CurrentSettings): Job {
  return {
    name: 'audit-retention',
    async run(now) {
      const { retentionDays } = settings.current().auditLogging;
      const cutoff = new Date(now.getTime() - retentionDays * dayMs);
      if (!(await hasOlderEvents(db, cutoff))) return;
      while ((await deleteBatch(db, cutoff)) === batchSize);
    },
  };
}

/** A look at one event, outside the lock, is all that most rounds need. */
async function hasOlderEvents(db: Database, cutoff: Date): Promise<boolean> {
  const { position } = await readCheckpoint(db);
  const [oldest] = await listSealed(db, position, 1);
  return oldest !== undefined && oldest.at < cutoff;
}

/** Removes events older than `cutoff` from the beginning of the chain; answers how many. */
function deleteBatch(db: Database, cutoff: Date): Promise<number> {
  return transact(db, async (tx) => {
    await lockChain(tx);
    const first = await readCheckpoint(tx);
    const events = await listSealed(tx, first.position, batchSize);
    const kept = events.findIndex(({ at }) => at >= cutoff);
    const removed = kept < 0 ? events : events.slice(0, kept);
    const last = removed.at(-1);
    if (last) await deleteUpTo(tx, last, removed.length);
    return removed.length;
  });
}

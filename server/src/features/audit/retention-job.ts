import { dayMs } from '@keydesk/shared/durations';
import { type Database, transact } from '../../platform/db/client.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { deleteUpTo, listSealed, lockChain, readCheckpoint } from './chain.ts';

const batchSize = 2_000;

/** Deletes audit events older than the security settings allow; the rest stays verifiable. */
export function auditRetentionJob(
  db: Database,
  settings: { current(): { auditLogging: { retentionDays: number } } },
): Job {
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

/** Reads only the oldest event, without a lock, which is enough for most runs. */
async function hasOlderEvents(db: Database, cutoff: Date): Promise<boolean> {
  const { position } = await readCheckpoint(db);
  const [oldest] = await listSealed(db, position, 1);
  return oldest !== undefined && oldest.at < cutoff;
}

/** Deletes a batch of events before `cutoff` from the start of the chain; returns how many. */
function deleteBatch(db: Database, cutoff: Date): Promise<number> {
  return transact(db, async (tx) => {
    await lockChain(tx);
    const first = await readCheckpoint(tx);
    const events = await listSealed(tx, first.position, batchSize);
    const firstKept = events.findIndex(({ at }) => at >= cutoff);
    const removed = firstKept < 0 ? events : events.slice(0, firstKept);
    const last = removed.at(-1);
    if (last) await deleteUpTo(tx, last, removed.length);
    return removed.length;
  });
}

import { type Database, transact } from '../../db/client.ts';
import type { Job } from '../../jobs/schedule.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { holdChain, listSealed, readCheckpoint, removeUpTo } from './chain.repository.ts';

const dayMs = 86_400_000;
const batchSize = 2_000;

/** Removes events older than `cutoff` from the beginning of the chain; answers how many. */
const removeBatch = (db: Database, cutoff: Date): Promise<number> =>
  transact(db, async (tx) => {
    await holdChain(tx);
    const first = await readCheckpoint(tx);
    const events = await listSealed(tx, first.position, batchSize);
    const kept = events.findIndex(({ at }) => at >= cutoff);
    const removed = kept < 0 ? events : events.slice(0, kept);
    const last = removed.at(-1);
    if (last) await removeUpTo(tx, last, removed.length);
    return removed.length;
  });

/** A look at one event, outside the lock, is all that most rounds need. */
const hasOlder = async (db: Database, cutoff: Date): Promise<boolean> => {
  const { position } = await readCheckpoint(db);
  const [oldest] = await listSealed(db, position, 1);
  return oldest !== undefined && oldest.at < cutoff;
};

/** Forgets audit events older than the security settings say; the rest stays verifiable. */
export const auditRetentionJob = (db: Database, settings: CurrentSettings): Job => ({
  name: 'audit-retention',
  async run(now) {
    const { retentionDays } = settings.current().auditLogging;
    const cutoff = new Date(now.getTime() - retentionDays * dayMs);
    if (!(await hasOlder(db, cutoff))) return;
    while ((await removeBatch(db, cutoff)) === batchSize);
  },
});

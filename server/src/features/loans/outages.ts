import type { NewPaperPeriod, Outage } from '@keydesk/shared/loans/paper';
import { periodRefusal } from '@keydesk/shared/loans/paper';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { Job } from '../../core/jobs.ts';
import { type Connection, type Database, databaseNow, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { outages } from '../../db/schema.ts';

/** Three missed heartbeats: processes write one every 20 seconds. */
const longestSilence = '1 minute';

/** Records when any process last served this database. A longer silence is stored as an outage. */
export function heartbeatJob(db: Database): Job {
  return {
    name: 'heartbeat',
    async run() {
      await db.query({
        name: 'heartbeat',
        text: `WITH beat AS (SELECT clock_timestamp() AS at),
          before AS (SELECT done_at AS at FROM job_runs WHERE job = 'heartbeat' FOR UPDATE),
          silence AS (
            INSERT INTO outages (id, from_at, to_at)
            SELECT $1, before.at, beat.at FROM before, beat
             WHERE beat.at - before.at > interval '${longestSilence}')
          INSERT INTO job_runs (job, due_at, done_at)
          SELECT 'heartbeat', 'epoch', beat.at FROM beat LEFT JOIN before ON true
          ON CONFLICT (job, due_at) DO UPDATE SET done_at = excluded.done_at`,
        values: [newId()],
      });
    },
  };
}

/**
 * Recent outages that count for lines from this computer. A computer that was off for more than a
 * day, such as a spare, proves no outage beyond that day.
 */
export async function readOutages(db: Connection, deviceId: string | undefined): Promise<Outage[]> {
  return db.rows<Outage>(
    `SELECT CASE WHEN device_id IS NULL THEN from_at
                 ELSE greatest(from_at, to_at - interval '1 day') END AS "from", to_at AS "to"
       FROM outages WHERE device_id IS NULL OR device_id = $1`,
    [deviceId ?? null],
  );
}

/** Allows paper lines for this period, as for an outage. */
export async function openPaperPeriod(
  db: Database,
  admin: User,
  period: NewPaperPeriod,
): Promise<void> {
  const [fromAt, toAt] = [new Date(period.from), new Date(period.to)];
  await transact(db, async (tx) => {
    const refusal = periodRefusal({ from: fromAt, to: toAt }, await databaseNow(tx));
    if (refusal) throw refusal;
    await tx.orm.insert(outages).values({ fromAt, toAt, openedBy: admin.id });
    const details = { from: fromAt, to: toAt };
    await recordAudit(tx, { action: 'open-paper-period', actorId: admin.id, details });
  });
}

import { rememberedVisitorDays } from '@keydesk/shared/people/visitor';
import { daily, type Job } from '../../core/jobs.ts';
import { type Connection, type Database, transact } from '../../db/client.ts';
import { isUse } from '../../db/predicates.ts';
import { lockAccessForChange, lockRequestsOf } from '../access/index.ts';
import { eraseLocked } from './manage-users.ts';
import { lockUserInAnyState } from './users.ts';

/**
 * Erases visitors some time after they returned their last key, or after a visit without keys
 * (`visitors`). Their loans stay.
 */
export function visitorJob(db: Database): Job {
  return daily('visitors', async (now) => {
    for (const id of await listForgettable(db, now)) await forget(db, id, now);
  });
}

async function forget(db: Database, id: string, now: Date): Promise<void> {
  await transact(db, async (tx) => {
    await lockAccessForChange(tx);
    await lockRequestsOf(tx, id);
    const person = await lockUserInAnyState(tx, id);
    // Since then the desk may have renewed the visit and handed out a key.
    const [stillForgettable] = await listForgettable(tx, now, id);
    if (person && stillForgettable) await eraseLocked(tx, person, null);
  });
}

async function listForgettable(db: Connection, now: Date, id?: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `SELECT v.user_id AS id
       FROM visitors v LEFT JOIN loans l ON l.holder_id = v.user_id AND ${isUse('l')}
      WHERE v.valid_until < $1 AND ($3::text IS NULL OR v.user_id = $3)
      GROUP BY v.user_id
     HAVING coalesce(bool_and(l.returned_at IS NOT NULL) FILTER (WHERE l.id IS NOT NULL), true)
        AND coalesce(max(l.returned_at), v.valid_until)
            < $1::timestamptz - make_interval(days => $2)
      ORDER BY v.user_id`,
    [now, rememberedVisitorDays, id ?? null],
  );
  return rows.map((row) => row.id);
}

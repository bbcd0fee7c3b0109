import type { Database } from '../../platform/db/client.ts';
import type { Job } from '../../platform/jobs/jobs.ts';

const dayMs = 86_400_000;
const batchSize = 1_000;

/**
 * A used code answers its repetition for ten minutes; for longer it only tells a desk that it was
 * used, rather than that it is none of ours. What it did is in the loans and the audit trail.
 */
const codeDays = 30;
const endedSessionDays = 30;
/** The longest that the security settings let a session live. */
const longestSessionDays = 7;
/** The analytics look back 90 days, and count a day again when the time zone changes. */
const signInDays = 120;

type Removal = { text: string; days: number };

/** In this order, because a session stays as long as a code refers to it. */
const removals: Removal[] = [
  {
    days: codeDays,
    text: `DELETE FROM codes WHERE id IN (
             SELECT id FROM codes WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    days: endedSessionDays,
    text: `WITH ended AS (
             SELECT id FROM sessions AS s
              WHERE (revoked_at < $1 OR created_at < $1 - interval '${longestSessionDays} days')
                AND NOT EXISTS (SELECT FROM codes WHERE session_id = s.id)
              LIMIT $2 FOR UPDATE SKIP LOCKED),
           unsubscribed AS (
             DELETE FROM push_subscriptions WHERE session_id IN (SELECT id FROM ended))
           DELETE FROM sessions WHERE id IN (SELECT id FROM ended)`,
  },
  {
    days: signInDays,
    text: `DELETE FROM sign_ins WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM sign_ins WHERE at < $1 LIMIT $2))`,
  },
  {
    days: 0,
    text: `DELETE FROM link_permissions WHERE user_id IN (
             SELECT user_id FROM link_permissions WHERE expires_at < $1 LIMIT $2)`,
  },
  {
    // Slices of an upload that was given up: they hold people's names and addresses.
    days: 0,
    text: `DELETE FROM import_parts WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM import_parts WHERE created_at < $1::timestamptz - interval '1 hour' LIMIT $2))`,
  },
];

/**
 * Removes what was kept of codes, sessions and sign-ins beyond its time, once a day. Several
 * processes may do so at once: each removes what the others have not.
 */
export function recordRetentionJob(db: Database): Job {
  let done = 0;
  return {
    name: 'record-retention',
    async run(now) {
      const today = Math.floor(now.getTime() / dayMs);
      if (today === done) return;
      for (const removal of removals) await removeAll(db, removal, now);
      done = today;
    },
  };
}

/** In batches, so that no statement runs for long after a long time without. */
async function removeAll(db: Database, { text, days }: Removal, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days * dayMs);
  for (;;) {
    const { rowCount } = await db.query(text, [before, batchSize]);
    if ((rowCount ?? 0) < batchSize) return;
  }
}

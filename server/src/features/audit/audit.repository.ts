import { defaultSecuritySettings } from '@keydesk/shared/settings/security-settings';
import { and, count, eq, gt } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { auditEvents } from '../../db/tables.ts';
import { type AuditAction, thresholdOf } from './audit-level.ts';

/** The digest by which an event vouches for what is kept apart from it. */
export function personalDigest(salt: string, data: string): string {
  return `encode(sha256(convert_to(${salt} || ${data}::text, 'UTF8')), 'hex')`;
}

const defaultThreshold = thresholdOf(defaultSecuritySettings.auditLogging);

export type EventRow = { action: AuditAction; level: string; rank: number };

/**
 * The statement that stores those of the events in a JSON parameter whose rank reaches the threshold
 * that holds as it runs; as part of a larger one, only if the part named `gate` has its row.
 */
export const insertEventsText = (parameter: string, gate?: string): string => `
  INSERT INTO audit_events
         (action, level, actor_id, subject_id, key_id, loan_id, method, reason, details)
  SELECT action, level, "actorId", "subjectId", "keyId", "loanId", method, reason, details
    FROM jsonb_to_recordset(${parameter}::jsonb)
      AS given (action text, level text, rank int, "actorId" text, "subjectId" text,
                "keyId" text, "loanId" text, method text, reason text, details jsonb)
         ${gate ? `, ${gate}` : ''}
   WHERE rank >= coalesce((SELECT audit_threshold FROM security_settings), ${defaultThreshold})`;

/**
 * Stores events, and apart from them what they tell of a person: of that the event itself holds a
 * digest, salted so that nobody can find out by guessing what has been erased.
 */
const insertAlone = `
  WITH given AS MATERIALIZED (
       SELECT *, gen_random_uuid()::text AS salt
         FROM jsonb_to_recordset($1::jsonb)
           AS event (action text, level text, rank int, "actorId" text, "subjectId" text,
                     "keyId" text, "loanId" text, method text, reason text, details jsonb,
                     personal jsonb)
        WHERE rank >= coalesce((SELECT audit_threshold FROM security_settings), ${defaultThreshold})),
       recorded AS (
       INSERT INTO audit_events
              (action, level, actor_id, subject_id, key_id, loan_id, method, reason, details)
       SELECT action, level, "actorId", "subjectId", "keyId", "loanId", method, reason,
              CASE WHEN personal IS NULL THEN details
                   ELSE coalesce(details, '{}')
                        || jsonb_build_object('personal', ${personalDigest('salt', 'personal')}) END
         FROM given
    RETURNING id, details ->> 'personal' AS digest)
  INSERT INTO audit_personal (event_id, person_id, salt, data)
  SELECT recorded.id, given."subjectId", given.salt, given.personal
    FROM given JOIN recorded ON recorded.digest = ${personalDigest('given.salt', 'given.personal')}`;

export const insertEvents = async (db: Connection, events: readonly EventRow[]): Promise<void> => {
  await db.query({
    name: 'insert-audit-events',
    text: insertAlone,
    values: [JSON.stringify(events)],
  });
};

export const countEvents = async (
  db: Connection,
  action: AuditAction,
  since: Date,
): Promise<number> => {
  const [row] = await db.orm
    .select({ events: count() })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, action), gt(auditEvents.at, since)));
  return row?.events ?? 0;
};

import { defaultSecuritySettings } from '@keydesk/shared/settings/security-settings';
import { and, count, eq, gt } from 'drizzle-orm';
import type { Connection } from '../../platform/db/client.ts';
import { auditEvents } from '../../platform/db/tables.ts';
import { type AuditAction, levelOf, rankOf, thresholdOf } from './actions.ts';

/** One audit event: who did what to whom or what, by which method and why. */
export type AuditEvent = {
  action: AuditAction;
  actorId?: string;
  subjectId?: string;
  keyId?: string;
  loanId?: string;
  method?: string;
  reason?: string | null;
  details?: unknown;
  /**
   * What identifies the subject: names, addresses, Faculty IDs. Stored apart from the event, so
   * that the subject can be erased without breaking the seal.
   */
  personal?: object;
};

/**
 * Records events in the caller's transaction, so that none exists without the change it records.
 * Events below the level of the security settings are left out.
 */
export async function recordAudit(db: Connection, ...events: readonly AuditEvent[]): Promise<void> {
  if (events.length > 0) await insertEvents(db, events.map(rowOf));
}

async function insertEvents(db: Connection, events: readonly EventRow[]): Promise<void> {
  await db.query({
    name: 'insert-audit-events',
    text: insertEventsWithPersonal,
    values: [JSON.stringify(events)],
  });
}

function rowOf(event: AuditEvent) {
  return {
    ...event,
    level: levelOf(event.action),
    rank: rankOf(event.action),
  };
}

/** The same as part of the statement that makes the change: its SQL text, and its parameter. */
export const auditSql = {
  text: (parameter: string, gate: string): string => insertEventsText(parameter, gate),
  parameter: (events: readonly AuditEvent[]): string => JSON.stringify(events.map(rowOf)),
};

/**
 * The statement that stores the events of a JSON parameter whose rank reaches the current
 * threshold; within a larger statement, only if the CTE named by `gate` has a row.
 */
function insertEventsText(parameter: string, gate?: string): string {
  return `
  INSERT INTO audit_events
         (action, level, actor_id, subject_id, key_id, loan_id, method, reason, details)
  SELECT action, level, "actorId", "subjectId", "keyId", "loanId", method, reason, details
    FROM jsonb_to_recordset(${parameter}::jsonb)
      AS given (action text, level text, rank int, "actorId" text, "subjectId" text,
                "keyId" text, "loanId" text, method text, reason text, details jsonb)
         ${gate ? `, ${gate}` : ''}
   WHERE rank >= coalesce((SELECT audit_threshold FROM security_settings), ${defaultThreshold})`;
}

/** How many events of this kind have been recorded since then. */
export async function countAudit(
  db: Connection,
  action: AuditAction,
  since: Date,
): Promise<number> {
  const [row] = await db.orm
    .select({ events: count() })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, action), gt(auditEvents.at, since)));
  return row?.events ?? 0;
}

/** SQL for the digest of personal data, which its event contains. */
export function personalDigest(salt: string, data: string): string {
  return `encode(sha256(convert_to(${salt} || ${data}::text, 'UTF8')), 'hex')`;
}

const defaultThreshold = thresholdOf(defaultSecuritySettings.auditLogging);

type EventRow = { action: AuditAction; level: string; rank: number };

/**
 * Stores events, and their personal data apart from them. The event contains only a digest of it,
 * salted so that nobody can find out by guessing what has been erased.
 */
const insertEventsWithPersonal = `
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

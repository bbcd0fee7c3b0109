import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { and, count, eq, gt } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { auditEvents } from '../../db/schema.ts';
import { currentRequestId } from '../../http/request-log.ts';
import { type AuditAction, isCustody, levelOf, rankOf, thresholdOf } from './actions.ts';

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
   * The subject's name, address or Faculty ID. Stored apart from the event, so that it can be
   * erased without breaking the seal.
   */
  personal?: object;
};

/**
 * Records events in the caller's transaction, so that none exists without its change. Skips events
 * below the level of the security settings.
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
    custody: isCustody(event.action),
    requestId: currentRequestId(),
  };
}

/** CTEs and their parameter, to record events in the statement that makes the change. */
export const auditSql = {
  ctes: (parameter: string, gate: string): string => eventsText(parameter, gate),
  parameter: (events: readonly AuditEvent[]): string => JSON.stringify(events.map(rowOf)),
};

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

/** SQL for the digest of personal data in its event. */
export function personalDigest(salt: string, data: string): string {
  return `encode(sha256(convert_to(${salt} || ${data}::text, 'UTF8')), 'hex')`;
}

const defaultThreshold = thresholdOf(defaultSecuritySettings.auditLogging);

type EventRow = { action: AuditAction; level: string; rank: number; custody: boolean };

/**
 * CTEs that store the events of a JSON parameter whose rank reaches the threshold, if the CTE named
 * by `gate` has a row. Their personal data is stored apart; the event contains a digest, salted so
 * that erased data cannot be guessed.
 */
function eventsText(parameter: string, gate: string): string {
  return `
       given_events AS MATERIALIZED (
       SELECT event.*, gen_random_uuid()::text AS salt
         FROM ${gate}, jsonb_to_recordset(${parameter}::jsonb)
           AS event (action text, level text, rank int, custody boolean, "actorId" text, "subjectId" text,
                     "keyId" text, "loanId" text, method text, reason text, details jsonb,
                     personal jsonb, "requestId" text)
        WHERE rank >= coalesce((SELECT audit_threshold FROM security_settings), ${defaultThreshold})),
       audited AS (
       INSERT INTO audit_events
              (action, level, custody, actor_id, subject_id, key_id, loan_id, method, reason,
               request_id, details)
       SELECT action, level, custody, "actorId", "subjectId", "keyId", "loanId", method, reason,
              "requestId",
              CASE WHEN personal IS NULL THEN details
                   ELSE coalesce(details, '{}')
                        || jsonb_build_object('personal', ${personalDigest('salt', 'personal')}) END
         FROM given_events
    RETURNING id, details ->> 'personal' AS digest),
       audited_personal AS (
       INSERT INTO audit_personal (event_id, person_id, salt, data)
       SELECT audited.id, given."subjectId", given.salt, given.personal
         FROM audited JOIN given_events given
           ON audited.digest = ${personalDigest('given.salt', 'given.personal')})`;
}

const insertEventsWithPersonal = `WITH gate AS (SELECT), ${eventsText('$1', 'gate')} SELECT`;

import { defaultSecuritySettings } from '@keydesk/shared/settings/security-settings';
import { and, count, eq, gt } from 'drizzle-orm';
import type { Connection } from '../../db/client.ts';
import { auditEvents } from '../../db/tables.ts';
import { type AuditAction, thresholdOf } from './audit-level.ts';

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

const insertAlone = insertEventsText('$1');

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

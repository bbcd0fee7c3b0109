import type { Connection } from '../../db/client.ts';
import { countEvents, insertEvents, insertEventsText } from './audit.repository.ts';
import { type AuditAction, levelOf, rankOf } from './audit-level.ts';

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
   * What tells who the subject is: names, addresses, Faculty IDs. Kept apart from the event, so that
   * the subject can be erased while the seal holds.
   */
  personal?: object;
};

const rowOf = (event: AuditEvent) => ({
  ...event,
  level: levelOf(event.action),
  rank: rankOf(event.action),
});

/**
 * Records events in the caller's transaction, so that none exists without its deed. Those below the
 * level of the security settings are left out.
 */
export const recordAudit = async (
  db: Connection,
  ...events: readonly AuditEvent[]
): Promise<void> => {
  if (events.length > 0) await insertEvents(db, events.map(rowOf));
};

/** The same as part of a statement that does the deed: its text, and the parameter for it. */
export const auditPart = {
  text: (parameter: string, gate: string): string => insertEventsText(parameter, gate),
  parameter: (events: readonly AuditEvent[]): string => JSON.stringify(events.map(rowOf)),
};

/** How many events of this kind there have been since then. */
export const countAudit = (db: Connection, action: AuditAction, since: Date): Promise<number> =>
  countEvents(db, action, since);

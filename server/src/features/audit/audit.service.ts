import type { Connection } from '../../db/client.ts';
import { auditEvents } from '../../db/tables.ts';

/** One audit event: who did what to whom or what, by which method and why. */
export type AuditEvent = Omit<typeof auditEvents.$inferInsert, 'id' | 'at'>;

/** Records events in the caller's transaction, so that none exists without its deed. */
export const recordAudit = async (
  db: Connection,
  ...events: readonly AuditEvent[]
): Promise<void> => {
  if (events.length > 0) await db.orm.insert(auditEvents).values([...events]);
};

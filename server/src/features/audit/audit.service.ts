import { and, count, eq, gt } from 'drizzle-orm';
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

/** How many events of this kind there have been since then. */
export const countAudit = async (db: Connection, action: string, since: Date): Promise<number> => {
  const [row] = await db.orm
    .select({ events: count() })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, action), gt(auditEvents.at, since)));
  return row?.events ?? 0;
};

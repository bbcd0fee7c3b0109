import { asc, eq, type SQL } from 'drizzle-orm';
import { detailsWithPersonal } from '../src/core/audit/trail.ts';
import type { Connection } from '../src/db/client.ts';
import { auditEvents, auditPersonal } from '../src/db/schema.ts';

type Facts = Record<string, unknown>;

/**
 * Events, oldest first, with their separately stored personal data merged in, and without seals,
 * which may be added at any time.
 */
export async function listAuditEvents(db: Connection, where: SQL | undefined) {
  const rows = await db.orm
    .select()
    .from(auditEvents)
    .leftJoin(auditPersonal, eq(auditPersonal.eventId, auditEvents.id))
    .where(where)
    .orderBy(asc(auditEvents.id));
  return rows.map(({ audit_events: event, audit_personal: personal }) => {
    const { position: _position, hash: _hash, ...facts } = event;
    const details = detailsWithPersonal({
      details: facts.details as Facts | null,
      personal: (personal?.data ?? null) as Facts | null,
    });
    return { ...facts, details };
  });
}

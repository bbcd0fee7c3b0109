import { asc, eq, type SQL } from 'drizzle-orm';
import type { Connection } from '../src/db/client.ts';
import { auditEvents, auditPersonal } from '../src/db/tables.ts';
import { toldDetails } from '../src/features/audit/audit.presenter.ts';

type Facts = Record<string, unknown>;

/** Events, oldest first, with what is kept apart of them about people put back into their details. */
export async function toldEvents(db: Connection, where: SQL | undefined) {
  const rows = await db.orm
    .select()
    .from(auditEvents)
    .leftJoin(auditPersonal, eq(auditPersonal.eventId, auditEvents.id))
    .where(where)
    .orderBy(asc(auditEvents.id));
  return rows.map(({ audit_events: event, audit_personal: apart }) => ({
    ...event,
    details: toldDetails({
      details: event.details as Facts | null,
      personal: (apart?.data ?? null) as Facts | null,
    }),
  }));
}

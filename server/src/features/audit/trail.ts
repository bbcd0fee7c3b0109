import type { AuditEntry } from '@keydesk/shared/audit/routes';
import type { Connection, Database } from '../../platform/db/client.ts';
import { auditActions } from './actions.ts';

/** One page of the audit trail, and every kind of event that there can be. */
export async function readTrail(
  db: Database,
  { before, limit, ...filter }: TrailFilter & { before?: number | undefined; limit: number },
) {
  const rows = await listTrail(db, filter, { before, limit: limit + 1 });
  return {
    events: rows.slice(0, limit).map(presentEvent),
    actions: [...auditActions],
    hasMore: rows.length > limit,
  };
}

/** An event as the audit log page shows it. */
function presentEvent(row: TrailRow): AuditEntry {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: person(row.actor_id, row.actor_name),
    subject: person(row.subject_id, row.subject_name),
    key: row.key_id === null ? null : { id: row.key_id, keyNumber: row.key_number ?? unknownName },
    loanId: row.loan_id,
    method: row.method,
    reason: row.reason,
    details: detailsWithPersonal(row),
    sealed: row.sealed,
  };
}

function person(id: string | null, name: string | null): AuditEntry['actor'] {
  return id === null ? null : { id, name: name ?? unknownName };
}

const pageSize = 500;

/**
 * What a person did and what was done to them, newest first and page by page, as they may know it:
 * whom they did it to, and who did it to them, is about somebody else.
 */
export async function* eventsOfPerson(db: Database, userId: string) {
  let before: number | undefined;
  for (;;) {
    const rows = await listTrail(db, { person: userId }, { before, limit: pageSize });
    yield rows.map((row) => ({
      at: row.at.toISOString(),
      action: row.action,
      doneByYou: row.actor_id === userId,
      doneToYou: row.subject_id === userId,
      keyNumber: row.key_number,
      method: row.method,
      reason: row.reason,
      details: row.subject_id === userId ? detailsWithPersonal(row) : null,
    }));
    if (rows.length < pageSize) return;
    before = Number(rows.at(-1)?.id);
  }
}

/** An event's details with what is kept apart of them, or a word that it was erased. */
export function detailsWithPersonal({ details, personal }: Pick<TrailRow, 'details' | 'personal'>) {
  if (!details || typeof details.personal !== 'string') return details;
  const { personal: _digest, ...rest } = details;
  return deepMerge(rest, personal ?? { personal: 'erased' });
}

/** Both together; where both have a record of the same name, that of both together. */
function deepMerge(one: Record<string, unknown>, other: Record<string, unknown>) {
  const both: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = both[name];
    both[name] = isRecord(known) && isRecord(value) ? { ...known, ...value } : value;
  }
  return both;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const unknownName = 'Unknown';

/** An audit event with the names that its ids have now; deleted people and keys keep theirs. */
export type TrailRow = {
  id: string;
  at: Date;
  action: string;
  level: string;
  actor_id: string | null;
  actor_name: string | null;
  subject_id: string | null;
  subject_name: string | null;
  key_id: string | null;
  key_number: string | null;
  loan_id: string | null;
  method: string | null;
  reason: string | null;
  details: Record<string, unknown> | null;
  /** What the event tells of its subject; null once that is erased. */
  personal: Record<string, unknown> | null;
  sealed: boolean;
};

export type TrailFilter = {
  person?: string | undefined;
  key?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** Events that match everything given, newest first, from below `before` on. */
export async function listTrail(
  db: Connection,
  { person, key, action, from, to }: TrailFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<TrailRow[]> {
  const values: unknown[] = [limit];
  const where = (condition: (place: string) => string, value: unknown): string =>
    value === undefined ? 'true' : condition(`$${values.push(value)}`);
  const { rows } = await db.query<TrailRow>(
    `SELECT e.id, e.at, e.action, e.level, e.actor_id, a.name AS actor_name, e.subject_id,
            s.name AS subject_name, e.key_id, k.key_number, e.loan_id, e.method, e.reason,
            e.details, p.data AS personal, e.hash IS NOT NULL AS sealed
       FROM audit_events e
       LEFT JOIN users a ON a.id = e.actor_id
       LEFT JOIN users s ON s.id = e.subject_id
       LEFT JOIN audit_personal p ON p.event_id = e.id
       LEFT JOIN keys k ON k.id = e.key_id
      WHERE ${where((at) => `(e.actor_id = ${at} OR e.subject_id = ${at})`, person)}
        AND ${where((at) => `e.key_id = ${at}`, key)}
        AND ${where((at) => `e.action = ${at}`, action)}
        AND ${where((at) => `e.at >= ${at}`, from)}
        AND ${where((at) => `e.at < ${at}`, to)}
        AND ${where((at) => `e.id < ${at}`, before)}
      ORDER BY e.id DESC
      LIMIT $1`,
    values,
  );
  return rows;
}

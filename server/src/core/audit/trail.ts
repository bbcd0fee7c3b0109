import { causeText, type StoredCause } from '@keydesk/shared/access/refusal-cause';
import { api } from '@keydesk/shared/api';
import type { AuditEntry } from '@keydesk/shared/core/audit';
import type { Mention } from '@keydesk/shared/core/fields';
import { isId } from '@keydesk/shared/core/is-id';
import type { User } from '@keydesk/shared/people/user';
import { t as actionText } from '@keydesk/shared/texts/en/audit-actions';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import type { z } from 'zod';
import type { Connection, Database } from '../../db/client.ts';
import { holderName } from '../../db/rows.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { type Column, type CsvTable, kindCell, sendCsv } from '../files/csv.ts';
import { auditActions, signInActions } from './actions.ts';
import { verifyAudit } from './chain.ts';
import { recordAudit } from './record.ts';

export const addAuditRoutes: AddRoutes = (serve, { db }) => {
  serve(api.listAudit, async ({ query }) => ({ data: await readTrail(db, query) }));
  serve(api.verifyAudit, async () => ({ data: await verifyAudit(db) }));
  serve(api.exportAudit, async ({ query, principal, reply }) => {
    const { language, ...filter } = query;
    const table = await exportTrail(db, principal.user, filter);
    const today = new Date().toISOString().slice(0, 10);
    return sendCsv(reply, { name: `audit-${today}`, language }, table);
  });
};

async function readTrail(
  db: Database,
  { before, limit, ...filter }: TrailFilter & { before?: number | undefined; limit: number },
) {
  const rows = await listTrail(db, filter, { before, limit: limit + 1 });
  const events = rows.slice(0, limit);
  const mentionsIn = await findMentioned(
    db,
    events.map(({ details }) => details),
  );
  return {
    events: events.map((row) => presentEvent(row, mentionsIn(row.details))),
    actions: [...auditActions],
    hasMore: rows.length > limit,
  };
}

function presentEvent(row: TrailRow, mentioned: Mention[]): AuditEntry {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: presentPerson(row.actor_id, row.actor_name),
    subject: presentPerson(row.subject_id, row.subject_name),
    key:
      row.key_id === null
        ? null
        : { id: row.key_id, keyNumber: row.key_number ?? recordedText('unknown') },
    loanId: row.loan_id,
    method: row.method,
    reason: reasonText(row),
    details: detailsWithPersonal(row),
    requestId: row.request_id,
    ...(mentioned.length > 0 && { mentioned }),
    sealed: row.sealed,
  };
}

/** What nobody typed has a method instead of words. */
function reasonText({ reason, method }: TrailRow): string | null {
  const said = methodReasons[method ?? ''];
  return said ? recordedText(said) : reason;
}

const methodReasons: Readonly<Record<string, 'from-paper' | 'campus-closed'>> = {
  paper: 'from-paper',
  calendar: 'campus-closed',
};

function presentPerson(id: string | null, name: string | null): AuditEntry['actor'] {
  return id === null ? null : { id, name: name ?? recordedText('unknown') };
}

const pageSize = 500;

/** A person's audit events, newest first, without other people's data. */
export async function* eventsOfPerson(db: Database, userId: string) {
  let before: number | undefined;
  for (;;) {
    const rows = await listTrail(db, { person: userId }, { before, limit: pageSize });
    const othersIn = await findOthers(db, userId, rows);
    yield rows.map((row) => ({
      at: row.at.toISOString(),
      action: row.action,
      doneByYou: row.actor_id === userId,
      doneToYou: row.subject_id === userId,
      keyNumber: row.key_number,
      method: row.method,
      reason: row.subject_id === null || row.subject_id === userId ? reasonText(row) : null,
      details:
        row.subject_id === userId ? withoutIds(detailsWithPersonal(row), othersIn(row)) : null,
    }));
    if (rows.length < pageSize) return;
    before = Number(rows.at(-1)?.id);
  }
}

/** Returns a function that finds the other people named by id in an event's details. */
async function findOthers(db: Database, userId: string, rows: readonly TrailRow[]) {
  const mentionsIn = await findMentioned(
    db,
    rows.map(({ details }) => details),
  );
  return ({ details }: TrailRow): ReadonlySet<string> => {
    const people = mentionsIn(details).filter(({ kind, id }) => kind === 'person' && id !== userId);
    return new Set(people.map(({ id }) => id));
  };
}

/** Removes fields with these values at any depth. */
function withoutIds<T>(value: T, ids: ReadonlySet<string>): T {
  if (ids.size === 0 || typeof value !== 'object' || value === null) return value;
  const isKept = (item: unknown) => typeof item !== 'string' || !ids.has(item);
  if (Array.isArray(value))
    return value.filter(isKept).map((item) => withoutIds(item, ids)) as typeof value;
  const kept = Object.entries(value).filter(([, item]) => isKept(item));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutIds(item, ids)])) as T;
}

/** Merges the details with the personal data, or with a note that it was erased. */
export function detailsWithPersonal({ details, personal }: Pick<TrailRow, 'details' | 'personal'>) {
  if (!details || typeof details.personal !== 'string') return details;
  const { personal: _digest, ...rest } = details;
  return deepMerge(rest, personal ? inWords(personal) : { personal: 'erased' });
}

/** Why a key was recalled, or refused before an override. */
function inWords(personal: Record<string, unknown>): Record<string, unknown> {
  const causes = ['reason', 'refusal'].filter((name) => isRecord(personal[name]));
  const texts = causes.map((name) => [name, causeText(personal[name] as StoredCause)]);
  return { ...personal, ...Object.fromEntries(texts) };
}

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

/** An event with the current names of its ids, deleted people and keys included. */
type TrailRow = {
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
  request_id: string | null;
  /** Null once erased. */
  personal: Record<string, unknown> | null;
  sealed: boolean;
};

type TrailFilter = Omit<z.output<typeof api.exportAudit.query>, 'language'>;

/** Newest first, with ids below `before`. */
async function listTrail(
  db: Connection,
  { person, key, action, from, to, hide }: TrailFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<TrailRow[]> {
  const values: unknown[] = [limit];
  const where = (condition: (placeholder: string) => string, value: unknown): string =>
    value === undefined ? 'true' : condition(`$${values.push(value)}`);
  return db.rows<TrailRow>(
    `SELECT e.id, e.at, e.action, e.level, e.actor_id, a.name AS actor_name, e.subject_id,
            CASE WHEN l.holder_id = s.id THEN ${holderName('l', 's')}
                 ELSE s.name END AS subject_name, e.key_id, k.key_number, e.loan_id, e.method, e.reason,
            e.details, e.request_id, p.data AS personal, e.hash IS NOT NULL AS sealed
       FROM audit_events e
       LEFT JOIN users a ON a.id = e.actor_id
       LEFT JOIN users s ON s.id = e.subject_id
       LEFT JOIN loans l ON l.id = e.loan_id
       LEFT JOIN audit_personal p ON p.event_id = e.id
       LEFT JOIN keys k ON k.id = e.key_id
      WHERE ${where((p) => `(e.actor_id = ${p} OR e.subject_id = ${p})`, person)}
        AND ${where((p) => `e.key_id = ${p}`, key)}
        AND ${where((p) => `e.action = ${p}`, action)}
        AND ${where((p) => `e.at >= ${p}`, from)}
        AND ${where((p) => `e.at < ${p}`, to)}
        AND ${where((p) => `e.action <> ALL (${p})`, hide && signInActions)}
        AND ${where((p) => `e.id < ${p}`, before)}
      ORDER BY e.id DESC
      LIMIT $1`,
    values,
  );
}

/**
 * Looks up all ids in these details at once. Returns a function that lists the people and keys in
 * one event's details; unknown ids are left out.
 */
async function findMentioned(
  db: Connection,
  details: readonly unknown[],
): Promise<(details: unknown) => Mention[]> {
  const ids = [...new Set(details.flatMap(idsIn))];
  const known = new Map<string, Mention>();
  if (ids.length > 0) {
    const rows = await db.rows<Mention>(
      `SELECT id, 'person' AS kind, name FROM users WHERE id = ANY ($1)
       UNION ALL
       SELECT id, 'key', key_number FROM keys WHERE id = ANY ($1)`,
      [ids],
    );
    for (const row of rows) known.set(row.id, row);
  }
  return (one) => [...new Set(idsIn(one))].flatMap((id) => known.get(id) ?? []);
}

/** Every id among the values of this record, at any depth. */
function idsIn(value: unknown): string[] {
  if (isId(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

/** Newest first. */
async function exportTrail(
  db: Database,
  admin: User,
  filter: TrailFilter,
): Promise<CsvTable<TrailRow>> {
  await recordAudit(db, { action: 'export-audit', actorId: admin.id, details: { filter } });
  return {
    columns,
    readPage: (last, limit) => listTrail(db, filter, { before: last && Number(last.id), limit }),
  };
}

/** In an English file called as in the API. */
const columns: readonly Column<TrailRow>[] = [
  ['event-id', (row) => row.id, 'id'],
  ['time', (row) => row.at.toISOString(), 'time'],
  [
    'action',
    (row) =>
      actionText.has(row.action) ? kindCell(row.action, actionText(row.action)) : row.action,
    'action',
  ],
  ['level', (row) => row.level, 'level'],
  ['actor', (row) => row.actor_name, 'actor'],
  ['actor-id', (row) => row.actor_id, 'actorId'],
  ['subject', (row) => row.subject_name, 'subject'],
  ['subject-id', (row) => row.subject_id, 'subjectId'],
  ['key-number', (row) => row.key_number, 'keyNumber'],
  ['key-id', (row) => row.key_id, 'keyId'],
  ['loan-id', (row) => row.loan_id, 'loanId'],
  ['method', (row) => row.method, 'method'],
  ['reason', reasonText, 'reason'],
  [
    'details',
    (row) => (row.details === null ? null : JSON.stringify(detailsWithPersonal(row))),
    'details',
  ],
];

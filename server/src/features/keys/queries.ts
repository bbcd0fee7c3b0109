import type { StoredCause } from '@keydesk/shared/access/refusal-cause';
import { appError } from '@keydesk/shared/core/errors';
import { type IncidentKind, resolutions } from '@keydesk/shared/keys/incident-kinds';
import type { KeyChanges, KeyFields } from '@keydesk/shared/keys/key-schemas';
import type { RetiredKey } from '@keydesk/shared/keys/retired-key';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { editedBy } from '../../core/edits.ts';
import type { Connection, Transaction } from '../../db/client.ts';
import {
  isDisputed,
  isHeldLoan,
  isUse,
  lastSeenOf,
  notSeenSince,
  retiredOf,
} from '../../db/predicates.ts';
import { emailOf } from '../../db/rows.ts';
import { keys, loans } from '../../db/schema.ts';
import { selectList } from '../../db/sql-text.ts';

const byNumber = 'ORDER BY k.key_number, k.id';

/** By number. */
export async function listActiveKeys(db: Connection): Promise<KeyRow[]> {
  return db.rows<KeyRow>(`${keySelect} WHERE k.deleted_at IS NULL ${byNumber}`);
}

/**
 * Changes with every committed change of an active key, or of a holder's name or email. It sums the
 * versions instead of taking the highest, because a higher one may be committed first. A fail-over
 * may undo changes and let others reach the same sum; the start time distinguishes primaries, as a
 * server that becomes a standby must be restarted.
 */
export async function keyListVersion(db: Connection): Promise<string> {
  const row = await db.first<{ version: string }>({
    name: 'key-list-version',
    text: `SELECT count(*) || '.' || coalesce(sum(version), 0) || '.' ||
                  coalesce(extract(epoch FROM max(created_at)) * 1000000, 0)::bigint || '.' ||
                  (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint || '.' ||
                  (SELECT coalesce(md5(string_agg(h.name || ' ' || h.email, ',' ORDER BY l.id)), '')
                     FROM loans l JOIN users h ON h.id = l.holder_id
                    WHERE l.returned_at IS NULL) AS version
             FROM keys WHERE deleted_at IS NULL`,
  });
  return row?.version ?? '';
}

/** A key as access rules see it. */
export type KeyPlace = Pick<
  KeyRow,
  'id' | 'keyNumber' | 'level' | 'department' | 'category' | 'block'
>;

/** By id. */
export async function listKeyPlaces(db: Connection): Promise<KeyPlace[]> {
  return db.rows<KeyPlace>({
    name: 'key-places',
    text: `SELECT id, key_number AS "keyNumber", level, department, category, block
             FROM keys WHERE deleted_at IS NULL ORDER BY id`,
  });
}

/** In id order, with open loans; includes deleted keys. */
export async function findKeys(db: Connection, ids: readonly string[]): Promise<KeyRow[]> {
  return db.rows<KeyRow>({
    name: 'keys-by-id',
    text: `${keyByIdSelect} WHERE k.id = ANY($1) ORDER BY k.id`,
    values: [ids],
  });
}

/** As `retiredOf` returns it, with its time in PostgreSQL's JSON format. */
export type StoredRetiredKey = Omit<RetiredKey, 'replacedBy'> & {
  replacedBy: RetiredKey['replacedBy'] | null;
};

export function toRetiredKey({ replacedBy, at, ...key }: StoredRetiredKey): RetiredKey {
  const isReplaced = key.how !== 'removed' && resolutions[key.how].isReplaced && replacedBy;
  return { ...key, at: new Date(at).toISOString(), ...(isReplaced && { replacedBy }) };
}

/** By key id. */
export async function findRetired(
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, RetiredKey>> {
  const rows = await db.rows<{ id: string; retired: StoredRetiredKey }>(
    `SELECT k.id, ${retiredOf('k')} AS retired FROM keys k
      WHERE k.id = ANY ($1) AND k.deleted_at IS NOT NULL ORDER BY lower(k.key_number), k.id`,
    [ids],
  );
  return new Map(rows.map(({ id, retired }) => [id, toRetiredKey(retired)]));
}

/** When the desk last had or saw this key; null if never. */
export async function readLastSeen(db: Connection, id: string): Promise<Date | null> {
  const row = await db.first<{ at: Date | null }>(
    `SELECT ${lastSeenOf('k')} AS at FROM keys k WHERE k.id = $1`,
    [id],
  );
  return row?.at ?? null;
}

/** Keys that are out, or those of this person; latest first. */
export async function listTakenKeys(db: Connection, holderId?: string): Promise<KeyRow[]> {
  return db.rows<KeyRow>(
    `${keySelect} WHERE l.id IS NOT NULL
        AND ($1::text IS NULL OR (l.holder_id = $1 AND ${isHeldLoan('l')}))
     ORDER BY l.taken_at DESC, k.id`,
    [holderId ?? null],
  );
}

/** A person's loans per active key, most used first. */
export async function countLoansByKey(
  db: Connection,
  holderId: string,
  limit: number,
): Promise<{ keyId: string; count: number }[]> {
  return db.orm
    .select({ keyId: loans.keyId, count: sql<number>`count(*)::int` })
    .from(loans)
    .innerJoin(keys, and(eq(keys.id, loans.keyId), isNull(keys.deletedAt)))
    .where(and(eq(loans.holderId, holderId), sql.raw(isUse('loans'))))
    .groupBy(loans.keyId)
    .orderBy(sql`count(*) DESC, max(${loans.takenAt}) DESC`)
    .limit(limit);
}

export async function insertKey(db: Connection, fields: KeyFields): Promise<string> {
  const [row] = await db.orm.insert(keys).values(fields).returning({ id: keys.id });
  if (!row) throw new Error('The new key was not stored');
  return row.id;
}

/** Raises the version; with an editor it counts as an edit. */
export async function updateKeyFields(
  db: Connection,
  id: string,
  changes: KeyChanges & { deletedAt?: Date; awayDeskId?: string | null },
  by?: string,
): Promise<void> {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  const { deskId } = changes;
  await db.orm
    .update(keys)
    .set({
      ...given,
      // A key without a home desk, or returned to its new one, is not away.
      ...(deskId !== undefined && {
        awayDeskId: deskId && sql`nullif(${keys.awayDeskId}, ${deskId})`,
      }),
      version: sql`${keys.version} + 1`,
      ...(by && { ...editedBy(keys, by), changedVersion: sql`${keys.version} + 1` }),
      updatedAt: sql`now()`,
    })
    .where(eq(keys.id, id));
}

/** Ends the misses of a key that someone confirmed to be there. */
export async function endMisses(tx: Transaction, id: string, by: string): Promise<void> {
  await tx.query(
    `UPDATE count_misses SET ended_at = clock_timestamp(), ended_by = $2
      WHERE key_id = $1 AND ended_at IS NULL`,
    [id, by],
  );
}

export function countLoans(tx: Transaction, id: string): Promise<number> {
  return tx.orm.$count(loans, eq(loans.keyId, id));
}

/** Whether there ever was a grant or request for a key. */
export async function hasAccessHistory(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.first<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM grants WHERE key_id = $1)
         OR EXISTS (SELECT FROM access_requests WHERE key_id = $1) AS has`,
    [id],
  );
  return row?.has ?? false;
}

/** Whether a key was ever reported, found, or seen in a count. */
export async function hasBeenSought(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.first<{ has: boolean }>(
    `SELECT EXISTS (SELECT FROM incidents WHERE key_id = $1)
         OR EXISTS (SELECT FROM found_reports WHERE key_id = $1)
         OR EXISTS (SELECT FROM count_scans WHERE key_id = $1)
         OR EXISTS (SELECT FROM count_misses WHERE key_id = $1) AS has`,
    [id],
  );
  return row?.has ?? false;
}

/** Foreign keys prevent this for a key with loans, grants, requests or incidents. */
export async function eraseKey(tx: Transaction, id: string): Promise<void> {
  await tx.orm.delete(keys).where(eq(keys.id, id));
}

/**
 * Locks keys in id order, then reads them with their open loans. Two pipelined statements: a single
 * one that waited for a lock would still see the loans from before.
 */
export async function lockAndReadKeys(tx: Transaction, ids: readonly string[]): Promise<KeyRow[]> {
  const [, rows] = await Promise.all([lockKeys(tx, ids), findKeys(tx, ids)]);
  return rows;
}

/** Locks until the transaction ends, in id order, which rules out deadlocks. */
async function lockKeys(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-keys',
    text: 'SELECT id FROM keys WHERE id = ANY($1) ORDER BY id FOR UPDATE',
    values: [ids],
  });
}

/** A key with its open loan and last return. */
export type KeyRow = typeof keys.$inferSelect & {
  loanId: string | null;
  holderId: string | null;
  holderName: string | null;
  holderEmail: string | null;
  takenAt: Date | null;
  /** Null while available, and without a due time. */
  dueAt: Date | null;
  /** From when it is overdue. */
  graceUntil: Date | null;
  /** When and why the holder was asked to return it before its due time. */
  recalledAt: Date | null;
  recallCause: StoredCause | null;
  returnedAt: Date | null;
  /** The time of the count that missed it, unless it was seen since. */
  notSeenSince: Date | null;
  /** The open report; `blocked`: it prevents hand-outs. */
  condition: IncidentKind | null;
  reportedAt: Date | null;
  blocked: boolean;
  /** Whether a dispute about any of its loans is open. */
  disputed: boolean;
  /** Whether the open loan's holder says that they do not have the key. */
  holderDisputes: boolean;
};

/** Every read of keys uses this, so that a key looks the same everywhere. */
const keySelect = buildKeySelect('loans l ON l.key_id = k.id AND l.returned_at IS NULL');

/** For given ids: looks up each key's loan, so that no plan reads every open one. */
export const keyByIdSelect = buildKeySelect(`LATERAL (
      SELECT id, holder_id, taken_at, returned_at, due_at, grace_until, recalled_at, recall_reason, recall_cause
        FROM loans WHERE key_id = k.id AND returned_at IS NULL LIMIT 1
    ) l ON true`);

function buildKeySelect(openLoan: string): string {
  return `
  SELECT ${selectList('k', keys)},
         l.id AS "loanId", l.holder_id AS "holderId", h.name AS "holderName",
         ${emailOf('h')} AS "holderEmail", l.taken_at AS "takenAt",
         l.due_at AS "dueAt", l.grace_until AS "graceUntil",
         l.recalled_at AS "recalledAt", coalesce(l.recall_cause, to_jsonb(l.recall_reason)) AS "recallCause",
         (SELECT max(r.returned_at) FROM loans r WHERE r.key_id = k.id AND ${isUse('r')}) AS "returnedAt",
         -- Who has a key has seen it.
         CASE WHEN l.id IS NULL THEN ${notSeenSince('k')} END AS "notSeenSince",
         i.kind AS condition, i.reported_at AS "reportedAt", coalesce(i.blocks, false) AS blocked,
         EXISTS (SELECT FROM loan_disputes d JOIN loans dl ON dl.id = d.loan_id
                  WHERE d.settled_at IS NULL AND dl.key_id = k.id) AS disputed,
         ${isDisputed('l.id')} AS "holderDisputes"
    FROM keys k
    LEFT JOIN ${openLoan}
    LEFT JOIN users h ON h.id = l.holder_id
    LEFT JOIN incidents i ON i.key_id = k.id AND i.resolved_at IS NULL`;
}

export async function lockActiveKey(tx: Transaction, id: string): Promise<KeyRow> {
  const [, row] = await Promise.all([lockKeys(tx, [id]), readActiveKey(tx, id)]);
  return row;
}

export async function readActiveKey(db: Connection, id: string): Promise<KeyRow> {
  const row = await readKeyInAnyState(db, id);
  if (row.deletedAt) throw appError('KEY_NOT_FOUND');
  return row;
}

export async function readKeyInAnyState(db: Connection, id: string): Promise<KeyRow> {
  const [row] = await findKeys(db, [id]);
  if (!row) throw appError('KEY_NOT_FOUND');
  return row;
}

import { createHash } from 'node:crypto';
import type { api } from '@keydesk/shared/api';
import type { Desk } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import {
  type Count,
  type CountFinding,
  type CountResult,
  type CountScope,
  cabinetOf,
  judgeCounted,
  randomKeys,
} from '@keydesk/shared/loans/counts';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import {
  findKeys,
  type KeyRow,
  lockActiveKey,
  lockAndReadKeys,
  presentKey,
  updateKeyFields,
} from '../keys/index.ts';
import type { DeskUser } from './transaction.ts';

/**
 * Begins to count (`honest-count`): remembers which keys hang there now. At an enrolled computer
 * that is its desk.
 * @throws NO_SUCH_DESK, COUNT_NOT_FOUND, or COUNT_EMPTY if no key hangs there
 */
export async function beginCount(
  db: Database,
  desk: DeskUser,
  { scope, deskId: chosen }: z.output<typeof api.beginCount.body>,
  desks: readonly Desk[],
): Promise<Count> {
  const deskId = countedDesk(desk.duty?.deskId ?? chosen ?? null, desks);
  const cabinet = scope.kind === 'cabinet' ? scope.cabinet : null;
  return transact(db, async (tx) => {
    const again = scope.kind === 'again' ? await missingOf(tx, scope.countId) : null;
    const expected = await hangingKeys(tx, { deskId, scope, again });
    if (expected.length === 0) throw appError('COUNT_EMPTY');
    const id = newId();
    await tx.query(
      `INSERT INTO counts (id, desk_id, scope, cabinet, expected, begun_by, begun_at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
      [id, deskId, scope.kind, cabinet, expected, desk.id],
    );
    const details = { scope: scope.kind, cabinet, expected: expected.length };
    await recordAudit(tx, { action: 'begin-count', actorId: desk.id, details });
    return readCount(tx, id);
  });
}

/** Null with one desk in use or none: then no key is elsewhere. */
function countedDesk(id: string | null, desks: readonly Desk[]): string | null {
  const active = desks.filter(({ retired }) => !retired);
  if (id !== null && !active.some((desk) => desk.id === id)) throw appError('NO_SUCH_DESK');
  return active.length < 2 ? null : id;
}

type Part = { deskId: string | null; scope: CountScope; again: readonly string[] | null };

/** The keys that hang in this part by their records, in id order. */
async function hangingKeys(tx: Transaction, { deskId, scope, again }: Part): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; hook: string | null }>(
    `SELECT k.id, k.hook FROM keys k
      WHERE k.deleted_at IS NULL
        AND ($1::text IS NULL OR coalesce(k.away_desk_id, k.desk_id) = $1)
        AND ($2::text IS NULL OR k.level = $2)
        AND ($3::text[] IS NULL OR k.id = ANY ($3))
        AND NOT EXISTS (SELECT FROM loans l WHERE l.key_id = k.id AND l.returned_at IS NULL)
        AND NOT EXISTS (SELECT FROM incidents i WHERE i.key_id = k.id AND i.resolved_at IS NULL
                                                  AND i.kind IN ('lost', 'missing'))
      ORDER BY ${scope.kind === 'random' ? 'random()' : 'k.id'}
      LIMIT ${scope.kind === 'random' ? randomKeys : 'ALL'}`,
    [deskId, scope.kind === 'high' ? 'high' : null, again],
  );
  const counted =
    scope.kind === 'cabinet' ? rows.filter(({ hook }) => cabinetOf(hook) === scope.cabinet) : rows;
  return counted.map(({ id }) => id).toSorted();
}

async function missingOf(tx: Transaction, countId: string): Promise<string[]> {
  const { result } = await findCount(tx, countId);
  return result?.missing ?? [];
}

/**
 * Notes which tags were seen; the same ones again change nothing. What is the tag of no key may be
 * anything, such as an ID card: only its hash is stored.
 * @throws COUNT_NOT_FOUND or COUNT_CLOSED
 */
export async function scanForCount(
  db: Database,
  desk: DeskUser,
  id: string,
  tags: readonly string[],
): Promise<{ count: Count; keyNumbers: (string | null)[] }> {
  return transact(db, async (tx) => {
    const count = await findCount(tx, id, 'FOR SHARE');
    if (count.closedAt) throw appError('COUNT_CLOSED');
    const codes = tags.map(parseKeyTag);
    const { rows } = await tx.query<{ id: string; tag: string; keyNumber: string }>(
      `SELECT id, tag, key_number AS "keyNumber" FROM keys
        WHERE (id = ANY ($1) OR tag = ANY ($1)) AND deleted_at IS NULL`,
      [codes],
    );
    const byCode = new Map(
      rows.flatMap((row) => [[row.id, row] as const, [row.tag, row] as const]),
    );
    const keys = codes.map((code) => byCode.get(code ?? '') ?? null);
    await tx.query(
      `INSERT INTO count_scans (count_id, tag, key_id, at, by)
       SELECT $1, tag, key_id, clock_timestamp(), $4
         FROM unnest($2::text[], $3::text[]) AS seen (tag, key_id)
       ON CONFLICT DO NOTHING`,
      [
        id,
        tags.map((tag, index) => keys[index]?.id ?? hashOf(tag)),
        keys.map((key) => key?.id ?? null),
        desk.id,
      ],
    );
    return {
      count: await readCount(tx, id),
      keyNumbers: keys.map((key) => key?.keyNumber ?? null),
    };
  });
}

function hashOf(tag: string): string {
  return createHash('sha256').update(tag.trim().toLowerCase()).digest('base64url');
}

type StoredResult = {
  seen: number;
  missing: string[];
  hereThoughOut: string[];
  elsewhere: string[];
  unknown: number;
};

const listOf: Record<CountFinding, 'missing' | 'hereThoughOut' | 'elsewhere'> = {
  missing: 'missing',
  'here-though-out': 'hereThoughOut',
  elsewhere: 'elsewhere',
};

/**
 * Says what is missing and what is where it should not be. No key is handed over while that is
 * judged. Closing again says the same.
 * @throws COUNT_NOT_FOUND
 */
export async function closeCount(db: Database, desk: DeskUser, id: string): Promise<CountResult> {
  return transact(db, async (tx) => {
    const count = await findCount(tx, id, 'FOR UPDATE');
    if (!count.closedAt) await judgeCount(tx, desk, id, count);
    return readResult(tx, id);
  });
}

async function judgeCount(
  tx: Transaction,
  desk: DeskUser,
  id: string,
  { deskId, cabinet, expected, begunAt }: StoredCount,
): Promise<void> {
  const scans = await tx.query<{ keyId: string | null }>(
    'SELECT key_id AS "keyId" FROM count_scans WHERE count_id = $1',
    [id],
  );
  const seen = new Set(scans.rows.flatMap(({ keyId }) => keyId ?? []));
  const hung = new Set(expected);
  const rows = await lockAndReadKeys(tx, [...new Set([...hung, ...seen])]);
  const moved = await movedSince(tx, rows, begunAt);
  const result: StoredResult = {
    seen: seen.size,
    missing: [],
    hereThoughOut: [],
    elsewhere: [],
    unknown: scans.rows.length - seen.size,
  };
  for (const row of rows) {
    const finding = judgeCounted({
      expected: hung.has(row.id),
      seen: seen.has(row.id),
      moved: moved.has(row.id),
      isOut: row.loanId !== null,
      reported: row.condition,
      belongsHere: belongsTo(row, deskId, cabinet),
      retired: row.deletedAt !== null,
    });
    if (finding) result[listOf[finding]].push(row.id);
  }
  await tx.query(
    `UPDATE counts SET closed_at = clock_timestamp(), closed_by = $2, result = $3 WHERE id = $1`,
    [id, desk.id, result],
  );
  const { missing, hereThoughOut, elsewhere, ...numbers } = result;
  const details = {
    ...numbers,
    missing: missing.length,
    hereThoughOut: hereThoughOut.length,
    elsewhere: elsewhere.length,
  };
  await recordAudit(tx, { action: 'close-count', actorId: desk.id, details });
}

/** Which of these keys were handed over since then. */
async function movedSince(
  tx: Transaction,
  keys: readonly KeyRow[],
  since: Date,
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT DISTINCT key_id AS id FROM loans
      WHERE key_id = ANY ($1)
        AND (returned_at >= $2 OR (returned_at IS NULL AND taken_at >= $2))`,
    [keys.map(({ id }) => id), since],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether a key's record says that it hangs in the counted part; without a place, nothing says not. */
function belongsTo(
  { deskId: home, awayDeskId, hook }: KeyRow,
  deskId: string | null,
  cabinet: string | null,
): boolean {
  const place = awayDeskId ?? home;
  if (deskId !== null && place !== null && place !== deskId) return false;
  const own = cabinetOf(hook);
  return cabinet === null || own === null || own === cabinet;
}

/** A count and, once it is closed, its findings with their keys as they are now. */
export async function readResult(db: Connection, id: string): Promise<CountResult> {
  const { result } = await findCount(db, id);
  const { missing = [], hereThoughOut = [], elsewhere = [] } = result ?? {};
  const rows = await findKeys(db, [...missing, ...hereThoughOut, ...elsewhere]);
  const keysOf = (ids: readonly string[]) =>
    rows
      .filter((row) => ids.includes(row.id))
      .toSorted((one, other) => one.keyNumber.localeCompare(other.keyNumber))
      .map((row) => presentKey(row, 'desk'));
  return {
    count: await readCount(db, id),
    seen: result?.seen ?? 0,
    missing: keysOf(missing),
    hereThoughOut: keysOf(hereThoughOut),
    elsewhere: keysOf(elsewhere),
    unknown: result?.unknown ?? 0,
  };
}

type StoredCount = {
  deskId: string | null;
  cabinet: string | null;
  expected: string[];
  begunAt: Date;
  closedAt: Date | null;
  result: StoredResult | null;
};

async function findCount(
  db: Connection,
  id: string,
  lock: '' | 'FOR SHARE' | 'FOR UPDATE' = '',
): Promise<StoredCount> {
  const { rows } = await db.query<StoredCount>(
    `SELECT desk_id AS "deskId", cabinet, expected, begun_at AS "begunAt",
            closed_at AS "closedAt", result
       FROM counts WHERE id = $1 ${lock}`,
    [id],
  );
  const [count] = rows;
  if (!count) throw appError('COUNT_NOT_FOUND');
  return count;
}

type CountRow = RowOf<Count, 'begunAt' | 'closedAt'>;

const countSelect = `
  SELECT c.id, ${namedAs('desk')}, c.scope, c.cabinet, ${namedAs('person', 'begunBy')},
         c.begun_at AS "begunAt", c.closed_at AS "closedAt",
         (SELECT count(s.key_id)::int FROM count_scans s WHERE s.count_id = c.id) AS scanned,
         (SELECT k.key_number FROM count_scans s JOIN keys k ON k.id = s.key_id
           WHERE s.count_id = c.id ORDER BY s.at DESC LIMIT 1) AS last,
         CASE WHEN c.result IS NOT NULL THEN jsonb_build_object(
           'missing', jsonb_array_length(c.result -> 'missing'),
           'hereThoughOut', jsonb_array_length(c.result -> 'hereThoughOut'),
           'elsewhere', jsonb_array_length(c.result -> 'elsewhere'),
           'unknown', c.result -> 'unknown') END AS findings
    FROM counts c
    JOIN users person ON person.id = c.begun_by
    LEFT JOIN desks desk ON desk.id = c.desk_id`;

async function readCount(db: Connection, id: string): Promise<Count> {
  const { rows } = await db.query<CountRow>(`${countSelect} WHERE c.id = $1`, [id]);
  const [row] = rows;
  if (!row) throw appError('COUNT_NOT_FOUND');
  return toAnswer(row);
}

/** The latest counts, the newest first. */
export async function listCounts(db: Connection): Promise<Count[]> {
  const { rows } = await db.query<CountRow>(
    `${countSelect} ORDER BY c.begun_at DESC, c.id DESC LIMIT 20`,
  );
  return rows.map(toAnswer);
}

/**
 * Records that a key of another desk lies where it was counted, until its home has it again
 * (`back-home`).
 * @throws COUNT_NOT_FOUND, KEY_NOT_FOUND, KEY_NOT_AVAILABLE, or KEY_NOT_AWAY if it belongs there
 */
export async function sendHome(
  { db, publisher }: { db: Database; publisher: Publisher },
  desk: DeskUser,
  countId: string,
  keyId: string,
): Promise<Key> {
  const key = await transact(db, async (tx) => {
    const { deskId, result } = await findCount(tx, countId);
    const row = await lockActiveKey(tx, keyId);
    if (row.loanId) throw appError('KEY_NOT_AVAILABLE');
    const isFinding = result?.elsewhere.includes(keyId);
    if (!isFinding || !deskId || !row.deskId || row.deskId === deskId)
      throw appError('KEY_NOT_AWAY', row.keyNumber);
    await updateKeyFields(tx, keyId, { awayDeskId: deskId });
    await recordAudit(tx, { action: 'send-home', actorId: desk.id, keyId });
    const [away] = await findKeys(tx, [keyId]);
    if (!away) throw appError('KEY_NOT_FOUND');
    return presentKey(away, 'desk');
  });
  publisher.keysChanged([{ action: 'update', key }]);
  return key;
}

import { createHash } from 'node:crypto';
import type { api } from '@keydesk/shared/api';
import type { Desk } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import type { KeyLevel } from '@keydesk/shared/keys/key-levels';
import { cabinetOf } from '@keydesk/shared/keys/key-place';
import { acceptsTag, parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { countScopes } from '@keydesk/shared/loans/count-scopes';
import {
  type Count,
  type CountScan,
  type CountScope,
  scanProblem,
} from '@keydesk/shared/loans/counts';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isGone, notSeenSince } from '../../db/predicates.ts';
import { namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import { findKeys, findRetired, lockAndReadKeys, presentKey } from '../keys/index.ts';
import type { DeskUser } from './transaction.ts';

export type CountDeps = { db: Database; publisher: Publisher };

/**
 * Starts a count (`honest-count`) and remembers which keys are recorded on their hooks. An enrolled
 * computer counts its own desk. Joins an open count of the same part (`one-count`).
 */
export async function beginCount(
  db: Database,
  desk: DeskUser,
  { scope, deskId: chosen }: z.output<typeof api.beginCount.body>,
  desks: readonly Desk[],
): Promise<{ count: Count; joined?: true }> {
  const deskId = countedDesk(desk.duty?.deskId ?? chosen ?? null, desks);
  const cabinet = 'cabinet' in scope ? scope.cabinet : null;
  const againOf = 'countId' in scope ? scope.countId : null;
  return transact(db, async (tx) => {
    const again = againOf === null ? null : ((await findCount(tx, againOf)).result?.missing ?? []);
    const keys = await keysOfPart(tx, { deskId, kind: scope.kind, cabinet, again });
    const part = keys.map(({ id }) => id).toSorted();
    const expected = keys.flatMap(({ id, hangs }) => (hangs ? id : [])).toSorted();
    const id = newId();
    // Without expected keys, the caller can only mean a count that is already open.
    const { rowCount } = await tx.query(
      `INSERT INTO counts (id, desk_id, scope, cabinet, again_of, part, expected, begun_by, begun_at)
       SELECT $1, $2, $3, $4, $5, $6::text[], $7::text[], $8, clock_timestamp()
        WHERE cardinality($7::text[]) > 0
       ON CONFLICT DO NOTHING`,
      [id, deskId, scope.kind, cabinet, againOf, part, expected, desk.id],
    );
    if (rowCount === 0) {
      const named = cabinet ?? againOf ?? '';
      return { count: await openCountOf(tx, { deskId, kind: scope.kind, named }), joined: true };
    }
    const details = { scope: scope.kind, cabinet, expected: expected.length };
    await recordAudit(tx, { action: 'begin-count', actorId: desk.id, details });
    return { count: await readCount(tx, id) };
  });
}

async function openCountOf(
  tx: Transaction,
  { deskId, kind, named }: Pick<Part, 'deskId' | 'kind'> & { named: string },
): Promise<Count> {
  const row = await tx.first<CountRow>(
    `${countSelect}
      WHERE c.closed_at IS NULL AND c.abandoned_at IS NULL AND c.scope = $1
        AND c.desk_id IS NOT DISTINCT FROM $2 AND coalesce(c.cabinet, c.again_of, '') = $3`,
    [kind, deskId, named],
  );
  if (!row) throw appError('COUNT_EMPTY');
  return toAnswer(row);
}

/** Null with at most one active desk: then no key can be at another one. */
function countedDesk(id: string | null, desks: readonly Desk[]): string | null {
  const active = desks.filter(({ retired }) => !retired);
  if (id !== null && !active.some((desk) => desk.id === id)) throw appError('NO_SUCH_DESK');
  return active.length < 2 ? null : id;
}

type Part = {
  deskId: string | null;
  kind: CountScope['kind'];
  cabinet: string | null;
  again: readonly string[] | null;
};
type PartKey = { id: string; hook: string | null; hangs: boolean };

/**
 * The keys that belong to this part by their records, and whether each is on its hook. A random
 * sample contains at least one key that is, if there is one.
 */
async function keysOfPart(
  tx: Transaction,
  { deskId, kind, cabinet, again }: Part,
): Promise<PartKey[]> {
  const { level, most } = countScopes[kind];
  const rows = await tx.rows<PartKey>(
    `SELECT k.id, k.hook,
            NOT EXISTS (SELECT FROM loans l WHERE l.key_id = k.id AND l.returned_at IS NULL)
        AND NOT EXISTS (SELECT FROM incidents i WHERE i.key_id = k.id AND i.resolved_at IS NULL
                                                  AND ${isGone('i')}) AS hangs
       FROM keys k
      WHERE k.deleted_at IS NULL
        AND ($1::text IS NULL OR coalesce(k.away_desk_id, k.desk_id) = $1)
        AND ($2::text IS NULL OR k.level = $2)
        AND ($3::text[] IS NULL OR k.id = ANY ($3))
      ORDER BY random()`,
    [deskId, level, again],
  );
  if (cabinet !== null) return rows.filter(({ hook }) => cabinetOf(hook) === cabinet);
  if (most === null) return rows;
  const drawn = rows.slice(0, most);
  const hanging = rows.find(({ hangs }) => hangs);
  return drawn.some(({ hangs }) => hangs) || !hanging ? drawn : [...drawn.slice(1), hanging];
}

type Seen = z.output<typeof api.scanForCount.body>;
type SeenKey = { id: string; keyNumber: string; byHand: boolean };

/**
 * Records scanned tags or ticked keys; idempotent. An unknown tag may be anything, such as an ID
 * card, so only its hash is stored.
 */
export async function scanForCount(
  { db, publisher, keyIdTags }: CountDeps & { keyIdTags: boolean },
  desk: DeskUser,
  id: string,
  seen: Seen,
): Promise<z.output<typeof api.scanForCount.response>['data']> {
  const { changed, ...answer } = await transact(db, async (tx) => {
    const { part } = await lockOpenCount(tx, id);
    const keys =
      'keyIds' in seen
        ? await keysById(tx, seen.keyIds)
        : await keysByTag(tx, seen.tags, keyIdTags);
    const keyIds = [...new Set(keys.flatMap((key) => key?.id ?? []))];
    const texts = 'keyIds' in seen ? seen.keyIds : seen.tags;
    const noted = texts.map((text, index) => keys[index]?.id ?? hashOf(text));
    const unseen = await findUnseen(tx, keyIds);
    await tx.query(
      `INSERT INTO count_scans AS scan (count_id, tag, key_id, at, by, by_hand)
       SELECT DISTINCT ON (tag) $1, tag, key_id, clock_timestamp(), $4, by_hand
         FROM unnest($2::text[], $3::text[], $5::boolean[]) AS seen (tag, key_id, by_hand)
        ORDER BY tag, by_hand
       ON CONFLICT (count_id, tag) DO UPDATE
          SET at = CASE WHEN scan.removed_at IS NULL THEN scan.at ELSE excluded.at END,
              by = CASE WHEN scan.removed_at IS NULL THEN scan.by ELSE excluded.by END,
              by_hand = excluded.by_hand AND (scan.by_hand OR scan.removed_at IS NOT NULL),
              removed_at = NULL, removed_by = NULL`,
      [
        id,
        noted,
        keys.map((key) => key?.id ?? null),
        desk.id,
        keys.map((key) => key?.byHand ?? false),
      ],
    );
    if (!keys.every((key) => key && part.includes(key.id))) await requireRoom(tx, id, part.length);
    return {
      count: await readCount(tx, id),
      keyNumbers: keys.map((key) => key?.keyNumber ?? null),
      scans: await listScans(tx, id, noted),
      retired: [...(await findRetired(tx, keyIds)).values()],
      changed: await raiseVersions(tx, unseen),
    };
  });
  publisher.keysChanged(changed);
  publisher.countChanged(id);
  return answer;
}

async function requireRoom(tx: Transaction, countId: string, keys: number): Promise<void> {
  const row = await tx.first<{ scans: number }>(
    'SELECT count(*)::int AS scans FROM count_scans WHERE count_id = $1 AND removed_at IS NULL',
    [countId],
  );
  const problem = scanProblem({ keys, scans: row?.scans ?? 0 });
  if (problem) throw problem;
}

/** Includes retired keys. A number that does not count as a tag proves no more than a tick. */
async function keysByTag(
  tx: Transaction,
  tags: readonly string[],
  keyIdTags: boolean,
): Promise<(SeenKey | null)[]> {
  const codes = tags.map(parseKeyTag);
  const rows = await tx.rows<SeenKey & { tag: string; level: KeyLevel }>(
    `SELECT id, tag, level, key_number AS "keyNumber" FROM keys
      WHERE id = ANY ($1) OR tag = ANY ($1)`,
    [codes],
  );
  const byCode = new Map(rows.flatMap((row) => [[row.id, row] as const, [row.tag, row] as const]));
  return tags.map((text, index) => {
    const key = byCode.get(codes[index] ?? '');
    return key ? { ...key, byHand: !acceptsTag(text, key.level, keyIdTags) } : null;
  });
}

async function keysById(tx: Transaction, ids: readonly string[]): Promise<SeenKey[]> {
  const rows = await tx.rows<Omit<SeenKey, 'byHand'>>(
    `SELECT id, key_number AS "keyNumber" FROM keys WHERE id = ANY ($1) AND deleted_at IS NULL`,
    [ids],
  );
  return ids.map((id) => {
    const key = rows.find((row) => row.id === id);
    if (!key) throw appError('KEY_NOT_FOUND');
    return { ...key, byHand: true };
  });
}

/** Those of these keys that are still not seen; locked. */
async function findUnseen(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT k.id FROM keys k WHERE k.id = ANY ($1) AND k.deleted_at IS NULL AND ${notSeenSince('k')} IS NOT NULL`,
    [ids],
  );
  if (rows.length === 0) return [];
  const locked = await lockAndReadKeys(
    tx,
    rows.map(({ id }) => id),
  );
  return locked.flatMap(({ id, notSeenSince: since }) => (since ? id : []));
}

/** Raises the versions of keys that are locked or in no list; returns the changes. */
export async function raiseVersions(tx: Transaction, ids: readonly string[]): Promise<KeyChange[]> {
  if (ids.length === 0) return [];
  await tx.query('UPDATE keys SET version = version + 1 WHERE id = ANY ($1)', [ids]);
  const rows = await findKeys(tx, ids);
  return rows.map((row) => ({ action: 'update', key: presentKey(row, 'desk') }));
}

/** Removes a scan or tick; the key can be seen again. Idempotent. */
export async function removeScan(
  { db, publisher }: CountDeps,
  desk: DeskUser,
  { id, scanId }: { id: string; scanId: string },
): Promise<Count> {
  const { changed, count } = await transact(db, async (tx) => {
    await lockOpenCount(tx, id);
    const scan = await tx.first<{ keyId: string | null; isRemoved: boolean }>(
      `SELECT key_id AS "keyId", removed_at IS NOT NULL AS "isRemoved"
         FROM count_scans WHERE count_id = $1 AND tag = $2`,
      [id, scanId],
    );
    if (!scan) throw appError('COUNT_SCAN_NOT_FOUND');
    const keyIds = scan.keyId && !scan.isRemoved ? [scan.keyId] : [];
    const [before] = await lockAndReadKeys(tx, keyIds);
    if (!scan.isRemoved) {
      await tx.query(
        `UPDATE count_scans SET removed_at = clock_timestamp(), removed_by = $3
          WHERE count_id = $1 AND tag = $2`,
        [id, scanId, desk.id],
      );
      await recordAudit(tx, {
        action: 'remove-count-scan',
        actorId: desk.id,
        ...(scan.keyId && { keyId: scan.keyId }),
      });
    }
    const raised = before && !before.deletedAt ? await raiseVersions(tx, keyIds) : [];
    return { count: await readCount(tx, id), changed: raised };
  });
  publisher.keysChanged(changed);
  publisher.countChanged(id);
  return count;
}

/**
 * Abandons a count without findings: keys that only this count saw become unseen again. Idempotent.
 */
export async function abandonCount(
  { db, publisher }: CountDeps,
  desk: DeskUser,
  id: string,
): Promise<Count> {
  const { count, changed } = await transact(db, async (tx) => {
    const before = await findCount(tx, id, 'FOR UPDATE');
    if (before.closedAt) throw appError('COUNT_CLOSED');
    if (before.abandonedAt) return { count: await readCount(tx, id), changed: [] };
    await tx.query(
      'UPDATE counts SET abandoned_at = clock_timestamp(), abandoned_by = $2 WHERE id = $1',
      [id, desk.id],
    );
    await recordAudit(tx, { action: 'abandon-count', actorId: desk.id });
    const rows = await tx.rows<{ id: string }>(
      'SELECT key_id AS id FROM count_scans WHERE count_id = $1 AND removed_at IS NULL AND key_id IS NOT NULL',
      [id],
    );
    const unseen = await findUnseen(
      tx,
      rows.map((row) => row.id),
    );
    return { count: await readCount(tx, id), changed: await raiseVersions(tx, unseen) };
  });
  publisher.keysChanged(changed);
  publisher.countChanged(id);
  return count;
}

/** Serializes concurrent scans into one count, so that its limit holds. */
async function lockOpenCount(tx: Transaction, id: string): Promise<StoredCount> {
  const count = await findCount(tx, id, 'FOR UPDATE');
  if (count.closedAt || count.abandonedAt) throw appError('COUNT_CLOSED');
  return count;
}

function hashOf(tag: string): string {
  return createHash('sha256').update(tag.trim().toLowerCase()).digest('base64url');
}

type StoredResult = {
  seen: number;
  missing: string[];
  hereThoughOut: string[];
  elsewhere: string[];
  /** Missing in results stored before retired keys were detected. */
  retired?: string[];
  unknown: number;
};

/** All scans of a count, or only `noted`. */
export async function listScans(
  db: Connection,
  id: string,
  noted: readonly string[] | null = null,
): Promise<CountScan[]> {
  const rows = await db.rows<RowOf<CountScan, 'at'>>(
    `SELECT s.tag AS id, s.key_id AS "keyId", k.key_number AS "keyNumber", s.at,
            ${namedAs('person', 'by')}, s.by_hand AS "byHand"
       FROM count_scans s JOIN users person ON person.id = s.by LEFT JOIN keys k ON k.id = s.key_id
      WHERE s.count_id = $1 AND s.removed_at IS NULL AND ($2::text[] IS NULL OR s.tag = ANY ($2))
      ORDER BY s.at DESC, s.tag`,
    [id, noted],
  );
  return rows.map(toAnswer);
}

export type StoredCount = {
  deskId: string | null;
  cabinet: string | null;
  part: string[];
  expected: string[];
  begunAt: Date;
  closedAt: Date | null;
  abandonedAt: Date | null;
  result: StoredResult | null;
};

export async function findCount(
  db: Connection,
  id: string,
  lock: '' | 'FOR UPDATE' = '',
): Promise<StoredCount> {
  const count = await db.first<StoredCount>(
    `SELECT desk_id AS "deskId", cabinet, part, expected, begun_at AS "begunAt",
            closed_at AS "closedAt", abandoned_at AS "abandonedAt", result
       FROM counts WHERE id = $1 ${lock}`,
    [id],
  );
  if (!count) throw appError('COUNT_NOT_FOUND');
  return count;
}

type CountRow = RowOf<Count, 'begunAt' | 'closedAt' | 'abandonedAt'>;

const countSelect = `
  SELECT c.id, ${namedAs('desk')}, c.scope, c.cabinet, ${namedAs('person', 'begunBy')},
         c.begun_at AS "begunAt", c.closed_at AS "closedAt", c.abandoned_at AS "abandonedAt",
         (SELECT count(s.key_id)::int FROM count_scans s
           WHERE s.count_id = c.id AND s.removed_at IS NULL) AS scanned,
         (SELECT k.key_number FROM count_scans s JOIN keys k ON k.id = s.key_id
           WHERE s.count_id = c.id AND s.removed_at IS NULL ORDER BY s.at DESC LIMIT 1) AS last,
         CASE WHEN c.result IS NOT NULL THEN jsonb_build_object(
           'missing', jsonb_array_length(c.result -> 'missing'),
           'hereThoughOut', jsonb_array_length(c.result -> 'hereThoughOut'),
           'elsewhere', jsonb_array_length(c.result -> 'elsewhere'),
           'retired', coalesce(jsonb_array_length(c.result -> 'retired'), 0),
           'unknown', c.result -> 'unknown') END AS findings
    FROM counts c
    JOIN users person ON person.id = c.begun_by
    LEFT JOIN desks desk ON desk.id = c.desk_id`;

export async function readCount(db: Connection, id: string): Promise<Count> {
  const row = await db.first<CountRow>(`${countSelect} WHERE c.id = $1`, [id]);
  if (!row) throw appError('COUNT_NOT_FOUND');
  return toAnswer(row);
}

/** All open counts and the latest closed ones, newest first. */
export async function listCounts(db: Connection): Promise<Count[]> {
  const rows = await db.rows<CountRow>(
    `${countSelect}
      WHERE (c.closed_at IS NULL AND c.abandoned_at IS NULL)
         OR c.id IN (SELECT id FROM counts ORDER BY begun_at DESC LIMIT 20)
      ORDER BY c.begun_at DESC, c.id DESC LIMIT 100`,
  );
  return rows.map(toAnswer);
}

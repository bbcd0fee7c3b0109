import { appError } from '@keydesk/shared/core/errors';
import { compareNumbers } from '@keydesk/shared/core/formats';
import { isOffItsHook, unseenKind } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import { cabinetOf } from '@keydesk/shared/keys/key-place';
import { type CountResult, closingProblem, judgeCounted } from '@keydesk/shared/loans/counts';
import { disputeHours } from '@keydesk/shared/loans/disputes';
import { supersedes } from '@keydesk/shared/loans/incidents';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Connection, type Transaction, transact } from '../../db/client.ts';
import { isDisputed, isSeen, isUse } from '../../db/predicates.ts';
import {
  endMisses,
  findKeys,
  findRetired,
  type KeyRow,
  lockActiveKey,
  lockAndReadKeys,
  presentKey,
  readForDesk,
  updateKeyFields,
} from '../keys/index.ts';
import { lockUserForUpdate } from '../people/index.ts';
import {
  type CountDeps,
  findCount,
  listScans,
  raiseVersions,
  readCount,
  type StoredCount,
} from './counts.ts';
import { manyNotices, openIncident, openReportOf } from './incidents.ts';
import type { DeskUser } from './transaction.ts';

/**
 * Finds the keys that were not seen and those in the wrong place, and locks out handovers.
 * Unseen keys are marked (`not-seen`), also those that moved or that another count saw, in case
 * that is undone. Idempotent.
 */
export async function closeCount(
  { db, publisher }: CountDeps,
  desk: DeskUser,
  id: string,
): Promise<CountResult> {
  const { result, changed } = await transact(db, async (tx) => {
    const count = await findCount(tx, id, 'FOR UPDATE');
    if (count.abandonedAt) throw appError('COUNT_CLOSED');
    const missing = count.closedAt ? [] : await judgeCount(tx, desk, id, count);
    const raised = await raiseVersions(tx, missing);
    return { result: await readResult(tx, id), changed: raised };
  });
  publisher.keysChanged(changed);
  publisher.countChanged(id);
  return result;
}

/** @returns the keys that were not seen */
async function judgeCount(
  tx: Transaction,
  desk: DeskUser,
  id: string,
  { deskId, cabinet, part, expected, begunAt }: StoredCount,
): Promise<string[]> {
  const scans = await tx.rows<{ keyId: string | null }>(
    'SELECT key_id AS "keyId" FROM count_scans WHERE count_id = $1 AND removed_at IS NULL',
    [id],
  );
  const seen = new Set(scans.flatMap(({ keyId }) => keyId ?? []));
  const hung = new Set(expected);
  const rows = await lockAndReadKeys(tx, [...new Set([...part, ...seen])]);
  const problem = closingProblem({
    seen: rows.filter((row) => seen.has(row.id) && !row.deletedAt).length,
  });
  if (problem) throw problem;
  const moved = await movedSince(tx, rows, begunAt);
  const seenElsewhere = await seenElsewhereSince(tx, rows, { id, begunAt });
  const excused = new Set([...moved, ...seenElsewhere, ...(await outInDoubt(tx, rows))]);
  const ofPart = new Set(part);
  const result = {
    seen: seen.size,
    missing: [] as string[],
    hereThoughOut: [] as string[],
    elsewhere: [] as string[],
    retired: [] as string[],
    unknown: scans.length - seen.size,
  };
  const unseen = new Set<string>();
  for (const row of rows) {
    const finding = judgeCounted({
      expected: hung.has(row.id),
      seen: seen.has(row.id),
      seenElsewhere: seenElsewhere.has(row.id),
      moved: moved.has(row.id),
      isOut: row.loanId !== null,
      reported: row.condition,
      belongsHere: belongsTo(row, deskId, cabinet),
      retired: row.deletedAt !== null,
    });
    if (finding) result[finding].push(row.id);
    if (excused.has(row.id) && ofPart.has(row.id) && !seen.has(row.id)) unseen.add(row.id);
  }
  await tx.query(
    `WITH closed AS (
       UPDATE counts SET closed_at = clock_timestamp(), closed_by = $2, result = $3
        WHERE id = $1 RETURNING closed_at)
     INSERT INTO count_misses (count_id, key_id, at)
     SELECT $1, key_id, closed_at FROM closed, unnest($4::text[]) AS key_id`,
    [id, desk.id, result, [...new Set([...result.missing, ...unseen])]],
  );
  const { missing, hereThoughOut, elsewhere, retired, ...numbers } = result;
  const details = {
    ...numbers,
    missing: missing.length,
    hereThoughOut: hereThoughOut.length,
    elsewhere: elsewhere.length,
    retired: retired.length,
  };
  await recordAudit(tx, { action: 'close-count', actorId: desk.id, details });
  return missing;
}

/** Which of these keys were handed over, or confirmed to be here, since then. */
async function movedSince(
  tx: Transaction,
  keys: readonly KeyRow[],
  since: Date,
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT key_id AS id FROM loans l
      WHERE key_id = ANY ($1) AND ${isUse('l')}
        AND (returned_at >= $2 OR (returned_at IS NULL AND taken_at >= $2))
     UNION SELECT key_id FROM count_misses WHERE key_id = ANY ($1) AND ended_at >= $2`,
    [keys.map(({ id }) => id), since],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Which of these keys other counts have seen since this one started. */
async function seenElsewhereSince(
  tx: Transaction,
  keys: readonly KeyRow[],
  { id, begunAt }: { id: string; begunAt: Date },
): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT DISTINCT key_id AS id FROM count_scans s
      WHERE key_id = ANY ($1) AND count_id <> $2 AND at >= $3 AND ${isSeen('s')}`,
    [keys.map((key) => key.id), id, begunAt],
  );
  return new Set(rows.map((row) => row.id));
}

/** Which of these keys are out on a hand-out that may still turn out never to have been. */
async function outInDoubt(tx: Transaction, keys: readonly KeyRow[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `SELECT key_id AS id FROM loans l
      WHERE key_id = ANY ($1) AND returned_at IS NULL
        AND (${isDisputed('l.id')}
             OR coalesce(recorded_at, taken_at) > clock_timestamp() - make_interval(hours => $2))`,
    [keys.map(({ id }) => id), disputeHours],
  );
  return rows.map(({ id }) => id);
}

/** Whether a key is recorded in the counted part; a key without a cabinet belongs to every one. */
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

/** A count with its scans and, once closed, its findings with the keys' current state. */
export async function readResult(db: Connection, id: string): Promise<CountResult> {
  const { part, result } = await findCount(db, id);
  const { missing = [], hereThoughOut = [], elsewhere = [], retired = [] } = result ?? {};
  const missed = await findMissed(db, id);
  const rows = await findKeys(db, [...missing, ...missed, ...hereThoughOut, ...elsewhere]);
  const unseen = rows.filter((row) => missed.includes(row.id) && isUnseen(row));
  const keysOf = (ids: readonly string[]) =>
    rows
      .filter((row) => ids.includes(row.id))
      .toSorted((one, other) => compareNumbers(one.keyNumber, other.keyNumber))
      .map((row) => presentKey(row, 'desk'));
  return {
    count: await readCount(db, id),
    keyIds: part,
    scans: await listScans(db, id),
    seen: result?.seen ?? 0,
    missing: keysOf([...missing, ...unseen.map((row) => row.id)]),
    hereThoughOut: keysOf(hereThoughOut),
    elsewhere: keysOf(elsewhere),
    retired: [...(await findRetired(db, retired)).values()],
    unknown: result?.unknown ?? 0,
  };
}

/** Keys that a closed count did not see, also those that a handover excused. */
async function findMissed(db: Connection, id: string): Promise<string[]> {
  const rows = await db.rows<{ keyId: string }>(
    'SELECT key_id AS "keyId" FROM count_misses WHERE count_id = $1',
    [id],
  );
  return rows.map(({ keyId }) => keyId);
}

/** Reports every key as missing that this count did not see and that is still unseen. */
export async function reportUnseen(
  { db, publisher }: CountDeps,
  desk: DeskUser,
  id: string,
): Promise<number> {
  const done = await transact(db, async (tx) => {
    await lockUserForUpdate(tx, desk.id);
    await findCount(tx, id);
    const locked = await lockAndReadKeys(tx, await findMissed(tx, id));
    const unseen = locked.filter((row) => {
      const open = openReportOf(row);
      return isUnseen(row) && (!open || supersedes(unseenKind, open));
    });
    const deliveries = await notify(tx, await manyNotices(tx, desk, unseen.length));
    for (const row of unseen)
      deliveries.push(...(await openIncident(tx, desk, row, { kind: unseenKind })).deliveries);
    const rows = await findKeys(
      tx,
      unseen.map((row) => row.id),
    );
    return { rows, deliveries };
  });
  const changes = done.rows.map(
    (row): KeyChange => ({ action: 'update', key: presentKey(row, 'desk') }),
  );
  publisher.handedOver(changes, done.deliveries);
  return done.rows.length;
}

function isUnseen({ notSeenSince: since, loanId, deletedAt }: KeyRow): boolean {
  return since !== null && loanId === null && deletedAt === null;
}

/** Marks an unseen key as present; changes nothing for any other key. */
export async function sayHere(
  { db, publisher }: CountDeps,
  desk: DeskUser,
  keyId: string,
): Promise<Key> {
  const { key, changed } = await transact(db, async (tx) => {
    const row = await lockActiveKey(tx, keyId);
    if (!isUnseen(row)) return { key: presentKey(row, 'desk'), changed: [] };
    await endMisses(tx, keyId, desk.id);
    await recordAudit(tx, { action: 'say-here', actorId: desk.id, keyId });
    const raised = await raiseVersions(tx, [keyId]);
    return { key: raised[0]?.key ?? presentKey(row, 'desk'), changed: raised };
  });
  publisher.keysChanged(changed);
  return key;
}

/** Whether a key was handed over, sent home or seen elsewhere since the count saw it. */
async function hasMovedSince(
  tx: Transaction,
  keyId: string,
  countId: string,
  { deskId, closedAt }: StoredCount,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH seen AS (
       SELECT coalesce(max(at), $2) AS at FROM count_scans
        WHERE count_id = $4 AND key_id = $1 AND removed_at IS NULL)
     SELECT FROM seen, loans l
      WHERE key_id = $1 AND ${isUse('l')} AND (taken_at > seen.at OR returned_at > seen.at)
     UNION ALL SELECT FROM seen, audit_events e
      WHERE e.key_id = $1 AND action = 'back-home' AND e.at > seen.at
     UNION ALL SELECT FROM seen, count_scans s JOIN counts c ON c.id = s.count_id
      WHERE s.key_id = $1 AND s.at > seen.at AND ${isSeen('s')} AND c.desk_id <> $3
      LIMIT 1`,
    [keyId, closedAt, deskId, countId],
  );
  return rowCount !== 0;
}

/**
 * Records that another desk's key is where it was counted, until its own desk has it again
 * (`back-home`).
 */
export async function sendHome(
  { db, publisher }: CountDeps,
  desk: DeskUser,
  countId: string,
  keyId: string,
): Promise<Key> {
  const key = await transact(db, async (tx) => {
    const count = await findCount(tx, countId);
    const { deskId, result } = count;
    const row = await lockActiveKey(tx, keyId);
    if (row.loanId) throw appError('KEY_NOT_AVAILABLE');
    const isFinding = result?.elsewhere.includes(keyId) && !isOffItsHook(row.condition);
    if (
      !isFinding ||
      (await hasMovedSince(tx, keyId, countId, count)) ||
      !deskId ||
      !row.deskId ||
      row.deskId === deskId
    )
      throw appError('KEY_NOT_AWAY', { number: row.keyNumber });
    await updateKeyFields(tx, keyId, { awayDeskId: deskId });
    await recordAudit(tx, {
      action: 'send-home',
      actorId: desk.id,
      keyId,
      details: { deskId },
    });
    return readForDesk(tx, keyId);
  });
  publisher.keysChanged([{ action: 'update', key }]);
  return key;
}

import { appError } from '@keydesk/shared/core/errors';
import { withReason } from '@keydesk/shared/core/rule-verdict';
import { maxWaitingNames, type Wait, type Waiting } from '@keydesk/shared/loans/waits';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isActive, isGone } from '../../db/predicates.ts';
import { type RowOf, toAnswer } from '../../db/rows.ts';
import { findKeys, type KeyRow, lockActiveKey, lockAndReadKeys } from '../keys/index.ts';

/**
 * Registers the caller for a notification when this key is back (`notified-when-back`); idempotent.
 * The key's lock serializes this with its return.
 */
export async function waitForKey(db: Database, caller: User, keyId: string): Promise<Wait> {
  return transact(db, async (tx) => {
    const key = await lockActiveKey(tx, keyId);
    if (!key.loanId) throw withReason(appError('KEY_NOT_OUT', { keyNumber: key.keyNumber }));
    if (key.holderId === caller.id && !key.holderDisputes)
      throw withReason(appError('OWN_WAIT', { keyNumber: key.keyNumber }));
    const begun = await beginWait(tx, { keyId, userId: caller.id });
    if (begun) {
      await recordAudit(tx, { action: 'wait-for-key', actorId: caller.id, keyId });
      return begun;
    }
    const wait = (await listWaits(tx, caller.id)).find((each) => each.keyId === keyId);
    if (!wait) throw new Error('The wait was neither stored nor there before');
    return wait;
  });
}

/** Idempotent. */
export async function stopWaiting(db: Database, caller: User, keyId: string): Promise<void> {
  await transact(db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, [keyId]);
    if (!key) throw appError('KEY_NOT_FOUND');
    if (await endWait(tx, { keyId, userId: caller.id }))
      await recordAudit(tx, { action: 'stop-waiting', actorId: caller.id, keyId });
  });
}

export type Waiter = { keyId: string; userId: string; name: string };

/**
 * Notifies all waiting people at once, so that the key is promised to no one. They keep waiting if
 * no one can take the key.
 */
export function backNotices(
  { id, keyNumber, keyName, blocked }: Pick<KeyRow, 'id' | 'keyNumber' | 'keyName' | 'blocked'>,
  waiters: readonly Waiter[],
): NewNotification[] {
  return waiters
    .filter(({ keyId }) => keyId === id && !blocked)
    .map(({ userId }) => ({
      userId,
      template: 'key-back',
      facts: { keyNumber, keyName },
      aboutId: id,
    }));
}

/** The number of people waiting and the first names in line; empty without any. */
export function waitingFor(keyId: string, waiters: readonly Waiter[]): Waiting {
  const names = waiters.filter((waiter) => waiter.keyId === keyId).map(({ name }) => name);
  if (names.length === 0) return {};
  return { waiting: names.length, waitingNames: names.slice(0, maxWaitingNames) };
}

const active = 'w.told_at IS NULL AND w.ended_at IS NULL';
const waiterSelect = `
  SELECT w.key_id AS "keyId", w.user_id AS "userId", u.name
    FROM waits w JOIN users u ON u.id = w.user_id AND ${isActive('u')}
   WHERE ${active}`;

/** Longest wait first. The caller must hold the keys' locks. */
export async function findWaiters(tx: Connection, keyIds: readonly string[]): Promise<Waiter[]> {
  return tx.rows<Waiter>({
    name: 'waiters-of-keys',
    text: `${waiterSelect} AND w.key_id = ANY($1) ORDER BY w.since, w.id`,
    values: [keyIds],
  });
}

export async function findWaitersOfCode(tx: Transaction, secretHash: Buffer): Promise<Waiter[]> {
  return tx.rows<Waiter>({
    name: 'waiters-of-code',
    text: `${waiterSelect}
       AND w.key_id = ANY ((SELECT key_ids FROM codes WHERE secret_hash = $1)::text[])
     ORDER BY w.since, w.id`,
    values: [secretHash],
  });
}

/** SQL that ends every wait for a key of the CTE `closed` (`backNotices`). */
export function markNotifiedSql(at: string): string {
  return `
  UPDATE waits w SET told_at = ${at}::timestamptz FROM closed
   WHERE w.key_id = closed.key_id AND ${active}
     AND NOT EXISTS (SELECT FROM incidents kept WHERE kept.key_id = closed.key_id
                      AND kept.resolved_at IS NULL AND kept.blocks AND NOT ${isGone('kept')})`;
}

/** Notifies people waiting for a key outside a handover. The caller must hold its lock. */
export async function tellWaiters(tx: Transaction, keyId: string): Promise<NotificationDelivery[]> {
  const [key] = await findKeys(tx, [keyId]);
  if (!key || key.loanId || key.blocked || key.deletedAt) return [];
  const waiters = await findWaiters(tx, [keyId]);
  await tx.query(
    `UPDATE waits w SET told_at = clock_timestamp() WHERE w.key_id = $1 AND ${active}`,
    [keyId],
  );
  return notify(tx, backNotices(key, waiters));
}

/**
 * Corrects the notifications sent since `returnedAt` that this key is back; these people wait
 * again. The caller must hold its lock.
 */
export async function correctNotifications(
  tx: Transaction,
  { id, keyNumber, keyName }: Pick<KeyRow, 'id' | 'keyNumber' | 'keyName'>,
  returnedAt: Date,
): Promise<NotificationDelivery[]> {
  const rows = await tx.rows<{ userId: string }>(
    `WITH notified AS (
       SELECT DISTINCT ON (w.user_id) w.id, w.user_id FROM waits w
         JOIN users u ON u.id = w.user_id AND ${isActive('u')}
        WHERE w.key_id = $1 AND w.told_at >= $2 ORDER BY w.user_id, w.told_at DESC),
     waiting AS (
       UPDATE waits SET told_at = NULL FROM notified
        WHERE waits.id = notified.id
          AND NOT EXISTS (SELECT FROM waits w
                           WHERE w.key_id = $1 AND w.user_id = notified.user_id AND ${active}))
     SELECT user_id AS "userId" FROM notified`,
    [id, returnedAt],
  );
  const facts = { keyNumber, keyName };
  return notify(
    tx,
    rows.map(({ userId }) => ({ userId, template: 'key-not-back', facts, aboutId: id })),
  );
}

/** Waits move to the replacement of a key. */
export async function moveWaits(tx: Transaction, keyId: string, newKeyId: string): Promise<void> {
  await tx.query(`UPDATE waits w SET key_id = $2 WHERE w.key_id = $1 AND ${active}`, [
    keyId,
    newKeyId,
  ]);
}

type OwnWait = Pick<Waiter, 'keyId' | 'userId'>;

/** False if there was no wait. */
export async function endWait(tx: Transaction, waiter: OwnWait): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE waits w SET ended_at = clock_timestamp()
      WHERE w.key_id = $1 AND w.user_id = $2 AND ${active}`,
    [waiter.keyId, waiter.userId],
  );
  return rowCount === 1;
}

/** Undefined if the person waits already. */
async function beginWait(tx: Transaction, waiter: OwnWait): Promise<Wait | undefined> {
  const rows = await tx.rows<RowOf<Wait, 'since'>>(
    `INSERT INTO waits (id, key_id, user_id) VALUES ($1, $2, $3)
     ON CONFLICT (key_id, user_id) WHERE told_at IS NULL AND ended_at IS NULL DO NOTHING
     RETURNING key_id AS "keyId", since`,
    [newId(), waiter.keyId, waiter.userId],
  );
  return rows[0] && toAnswer(rows[0]);
}

/** Longest wait first. */
export async function listWaits(db: Connection, userId: string): Promise<Wait[]> {
  const rows = await db.rows<RowOf<Wait, 'since'>>(
    `SELECT w.key_id AS "keyId", w.since FROM waits w
      WHERE w.user_id = $1 AND ${active} ORDER BY w.since, w.id`,
    [userId],
  );
  return rows.map(toAnswer);
}

import type { Wait } from '@keydesk/shared/keys/wait-routes';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/ids.ts';
import { isActive } from '../../platform/db/predicates.ts';
import type { KeyRow } from '../keys/index.ts';
import { type NotificationDelivery, notify } from '../notifications/index.ts';
import { backNotices, type Waiter } from './notices.ts';

const active = 'w.told_at IS NULL AND w.ended_at IS NULL';
const waiterSelect = `
  SELECT w.key_id AS "keyId", w.user_id AS "userId", u.name
    FROM waits w JOIN users u ON u.id = w.user_id AND ${isActive('u')}
   WHERE ${active}`;

/** Who waits for these keys, longest first; a handover holds the keys' locks. */
export async function findWaiters(tx: Connection, keyIds: readonly string[]): Promise<Waiter[]> {
  const { rows } = await tx.query<Waiter>({
    name: 'waiters-of-keys',
    text: `${waiterSelect} AND w.key_id = ANY($1) ORDER BY w.since, w.id`,
    values: [keyIds],
  });
  return rows;
}

/** The same for the keys of a code. */
export async function findWaitersOfCode(tx: Transaction, secretHash: Buffer): Promise<Waiter[]> {
  const { rows } = await tx.query<Waiter>({
    name: 'waiters-of-code',
    text: `${waiterSelect}
       AND w.key_id = ANY ((SELECT key_ids FROM codes WHERE secret_hash = $1)::text[])
     ORDER BY w.since, w.id`,
    values: [secretHash],
  });
  return rows;
}

/** SQL that notes of every wait for a key of the CTE `closed` that it is over. */
export function markNotifiedSql(at: string): string {
  return `
  UPDATE waits w SET told_at = ${at}::timestamptz FROM closed
   WHERE w.key_id = closed.key_id AND ${active}`;
}

/** Tells everybody who waits for a key, outside a handover; the caller holds its lock. */
export async function tellWaiters(
  tx: Transaction,
  key: Pick<KeyRow, 'id' | 'keyNumber' | 'keyName'>,
): Promise<NotificationDelivery[]> {
  const waiters = await findWaiters(tx, [key.id]);
  await tx.query(
    `UPDATE waits w SET told_at = clock_timestamp() WHERE w.key_id = $1 AND ${active}`,
    [key.id],
  );
  return notify(tx, backNotices(key, waiters));
}

type OwnWait = Pick<Waiter, 'keyId' | 'userId'>;

/** Ends a person's wait for a key; false if they had none. */
export async function endWait(tx: Transaction, waiter: OwnWait): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE waits w SET ended_at = clock_timestamp()
      WHERE w.key_id = $1 AND w.user_id = $2 AND ${active}`,
    [waiter.keyId, waiter.userId],
  );
  return rowCount === 1;
}

/** Begins a person's wait for a key; undefined if they wait already. */
export async function beginWait(tx: Transaction, waiter: OwnWait): Promise<Wait | undefined> {
  const { rows } = await tx.query<{ since: Date }>(
    `INSERT INTO waits (id, key_id, user_id) VALUES ($1, $2, $3)
     ON CONFLICT (key_id, user_id) WHERE told_at IS NULL AND ended_at IS NULL DO NOTHING
     RETURNING since`,
    [newId(), waiter.keyId, waiter.userId],
  );
  const [row] = rows;
  return row && { keyId: waiter.keyId, since: row.since.toISOString() };
}

/** What a person waits for, longest first. */
export async function listWaits(db: Connection, userId: string): Promise<Wait[]> {
  const { rows } = await db.query<{ keyId: string; since: Date }>(
    `SELECT w.key_id AS "keyId", w.since FROM waits w
      WHERE w.user_id = $1 AND ${active} ORDER BY w.since, w.id`,
    [userId],
  );
  return rows.map(({ keyId, since }) => ({ keyId, since: since.toISOString() }));
}

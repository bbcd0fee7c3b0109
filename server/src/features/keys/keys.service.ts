import type { Connection, Transaction } from '../../db/client.ts';
import type { KeyRow } from './key-row.ts';
import { findKeys, listActiveKeys, lockKeys } from './keys.repository.ts';

/** These keys as they stand, deleted ones included, in id order. */
export const readKeys = (db: Connection, ids: readonly string[]): Promise<KeyRow[]> =>
  findKeys(db, ids);

/** Every active key, in order of number. */
export const readActiveKeys = (db: Connection): Promise<KeyRow[]> => listActiveKeys(db);

/**
 * Locks these keys in id order, then reads them with their open loans: in a statement of its own,
 * because one that waited for a lock would still see the loans of before. Both are sent at once.
 */
export const lockAndReadKeys = async (
  tx: Transaction,
  ids: readonly string[],
): Promise<KeyRow[]> => {
  const [, rows] = await Promise.all([lockKeys(tx, ids), findKeys(tx, ids)]);
  return rows;
};

import type { KeyChanges, KeyFields } from '@keydesk/shared/keys/key-fields';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../db/client.ts';
import { keys, loans } from '../../db/tables.ts';
import { type KeyRow, keySelect, namedKeySelect } from './key-row.ts';

const byNumber = 'ORDER BY k.key_number, k.id';

export const listActiveKeys = async (db: Connection): Promise<KeyRow[]> => {
  const { rows } = await db.query<KeyRow>(`${keySelect} WHERE k.deleted_at IS NULL ${byNumber}`);
  return rows;
};

/**
 * A text that changes with every committed change of any active key, or of a holder as the list
 * names them. Versions are summed, not compared: a later version may be committed before an
 * earlier one.
 */
export const keyListVersion = async (db: Connection): Promise<string> => {
  const { rows } = await db.query<{ version: string }>({
    name: 'key-list-version',
    text: `SELECT count(*) || '.' || coalesce(sum(version), 0) || '.' ||
                  coalesce(extract(epoch FROM max(created_at)) * 1000000, 0)::bigint || '.' ||
                  (SELECT coalesce(md5(string_agg(h.name || ' ' || h.email, ',' ORDER BY l.id)), '')
                     FROM loans l JOIN users h ON h.id = l.holder_id
                    WHERE l.returned_at IS NULL) AS version
             FROM keys WHERE deleted_at IS NULL`,
  });
  return rows[0]?.version ?? '';
};

/** The version of every key by its id, deleted ones included; erased ones are gone. */
export const keyVersions = async (db: Connection): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await db.query<{ id: string; version: number }>({
    name: 'key-versions',
    text: 'SELECT id, version FROM keys',
  });
  return new Map(rows.map(({ id, version }) => [id, version]));
};

/** These keys, deleted ones included, in id order. */
export const findKeys = async (db: Connection, ids: readonly string[]): Promise<KeyRow[]> => {
  const { rows } = await db.query<KeyRow>({
    name: 'keys-by-id',
    text: `${namedKeySelect} WHERE k.id = ANY($1) ORDER BY k.id`,
    values: [ids],
  });
  return rows;
};

/** Locks these keys in id order until the transaction ends: the order that excludes deadlocks. */
export const lockKeys = async (tx: Transaction, ids: readonly string[]): Promise<void> => {
  await tx.query({
    name: 'lock-keys',
    text: 'SELECT id FROM keys WHERE id = ANY($1) ORDER BY id FOR UPDATE',
    values: [ids],
  });
};

export const listTakenKeys = async (db: Connection, holderId?: string): Promise<KeyRow[]> => {
  const { rows } = await db.query<KeyRow>(
    `${keySelect} WHERE l.id IS NOT NULL AND ($1::text IS NULL OR l.holder_id = $1)
     ORDER BY l.taken_at DESC, k.id`,
    [holderId ?? null],
  );
  return rows;
};

/** How often this person has taken each key that still exists, most used first. */
export const countLoansByKey = async (
  db: Connection,
  holderId: string,
  limit: number,
): Promise<{ keyId: string; count: number }[]> =>
  db.orm
    .select({ keyId: loans.keyId, count: sql<number>`count(*)::int` })
    .from(loans)
    .innerJoin(keys, and(eq(keys.id, loans.keyId), isNull(keys.deletedAt)))
    .where(eq(loans.holderId, holderId))
    .groupBy(loans.keyId)
    .orderBy(sql`count(*) DESC, max(${loans.takenAt}) DESC`)
    .limit(limit);

export const insertKey = async (db: Connection, fields: KeyFields): Promise<string> => {
  const [row] = await db.orm.insert(keys).values(fields).returning({ id: keys.id });
  if (!row) throw new Error('The new key was not stored');
  return row.id;
};

/** Changes fields of a key; every change makes a new version. */
export const updateKeyFields = async (
  db: Connection,
  id: string,
  changes: KeyChanges & { deletedAt?: Date },
): Promise<void> => {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  );
  await db.orm
    .update(keys)
    .set({ ...given, version: sql`${keys.version} + 1`, updatedAt: sql`now()` })
    .where(eq(keys.id, id));
};

/** Removes a key and its loans for good. */
export const eraseKey = async (tx: Transaction, id: string): Promise<void> => {
  await tx.orm.delete(loans).where(eq(loans.keyId, id));
  await tx.orm.delete(keys).where(eq(keys.id, id));
};

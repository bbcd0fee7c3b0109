import type { KeyFields } from '@keydesk/shared/keys/key-fields';
import type { Connection, Transaction } from '../../db/client.ts';
import { newId } from '../../db/new-id.ts';
import type { ExistingKey } from './plan-keys.ts';

const columns = `k.id, k.key_number AS "keyNumber", k.key_name AS "keyName", k.location,
  k.description, k.category, k.department, k.block, k.frequently_used AS "frequentlyUsed"`;

const recordset = `jsonb_to_recordset($1::jsonb) AS r(id text, "keyNumber" text, "keyName" text,
  location text, description text, category text, department text, block text,
  "frequentlyUsed" boolean)`;

type Row = KeyFields & { id: string };

const select = async (db: Connection, rest: string, values: unknown[]): Promise<ExistingKey[]> => {
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM keys k WHERE k.deleted_at IS NULL ${rest}`,
    values,
  );
  return rows.map(({ id, ...fields }) => ({ id, fields }));
};

const withNumbers = 'AND lower(k.key_number) IN (SELECT lower(n) FROM unnest($1::text[]) AS n)';

/** The active keys with these numbers, whatever their case. */
export const keysWithNumbers = (db: Connection, numbers: readonly string[]) =>
  select(db, withNumbers, [numbers]);

/** The same, locked in id order until the transaction ends. */
export const lockKeysWithNumbers = (tx: Transaction, numbers: readonly string[]) =>
  select(tx, `${withNumbers} ORDER BY k.id FOR UPDATE`, [numbers]);

/** Stores new keys and answers with their ids. */
export const insertKeys = async (
  tx: Transaction,
  keys: readonly KeyFields[],
): Promise<string[]> => {
  const rows = keys.map((fields) => ({ id: newId(), ...fields }));
  await tx.query(
    `INSERT INTO keys (id, key_number, key_name, location, description, category, department,
                       block, frequently_used)
     SELECT r.id, r."keyNumber", r."keyName", r.location, r.description, r.category,
            r.department, r.block, r."frequentlyUsed"
       FROM ${recordset}`,
    [JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
};

/** Stores changed fields of keys; every change makes a new version. */
export const updateKeys = async (tx: Transaction, keys: readonly ExistingKey[]): Promise<void> => {
  await tx.query(
    `UPDATE keys k
        SET key_number = r."keyNumber", key_name = r."keyName", location = r.location,
            description = r.description, category = r.category, department = r.department,
            block = r.block, frequently_used = r."frequentlyUsed",
            version = k.version + 1, updated_at = now()
       FROM ${recordset}
      WHERE k.id = r.id`,
    [JSON.stringify(keys.map(({ id, fields }) => ({ id, ...fields })))],
  );
};

/** A page of active keys in order of id, after `after`. */
export const pageOfKeys = (db: Connection, after: string, limit: number) =>
  select(db, 'AND k.id > $1 ORDER BY k.id LIMIT $2', [after, limit]);

import { filedFields } from '@keydesk/shared/keys/key-fields';
import type { FiledKey } from '@keydesk/shared/keys/key-schemas';
import { type PersonFields, personFieldNames } from '@keydesk/shared/people/user';
import { setEdited } from '../../../core/edits.ts';
import type { Connection, Transaction } from '../../../db/client.ts';
import { newId } from '../../../db/ids.ts';
import { keys, users } from '../../../db/schema.ts';
import { columnName, selectList } from '../../../db/sql-text.ts';
import { importedIssuer } from '../../people/index.ts';
import { foldCase } from './import-file.ts';
import type { ExistingKey } from './plan-keys.ts';
import { changedByFiles, type ExistingUser } from './plan-users.ts';

type KeyRow = FiledKey & { id: string; updatedAt: Date };

const matchesNumbers = 'AND lower(k.key_number) IN (SELECT lower(n) FROM unnest($1::text[]) AS n)';

/** Ignores case. */
export function findKeysByNumbers(db: Connection, numbers: readonly string[]) {
  return selectKeys(db, matchesNumbers, [numbers]);
}

async function selectKeys(db: Connection, rest: string, values: unknown[]): Promise<ExistingKey[]> {
  const { rows } = await db.query<KeyRow>(
    `SELECT ${selectList('k', keys, ['id', 'updatedAt', ...filedFields])} FROM keys k WHERE k.deleted_at IS NULL ${rest}`,
    values,
  );
  return rows.map(({ id, updatedAt, ...fields }) => ({ id, updatedAt, fields }));
}

/** Locked in id order until the transaction ends. */
export function lockKeysByNumbers(tx: Transaction, numbers: readonly string[]) {
  return selectKeys(tx, `${matchesNumbers} ORDER BY k.id FOR UPDATE`, [numbers]);
}

/** The latest deletion time by key number. */
export async function findRemovedNumbers(
  db: Connection,
  numbers: readonly string[],
): Promise<Map<string, Date>> {
  const { rows } = await db.query<{ number: string; at: Date }>(
    `SELECT min(key_number) AS number, max(deleted_at) AS at FROM keys
      WHERE deleted_at IS NOT NULL
        AND lower(key_number) IN (SELECT lower(n) FROM unnest($1::text[]) AS n)
      GROUP BY lower(key_number)`,
    [numbers],
  );
  return new Map(rows.map(({ number, at }) => [foldCase(number), at]));
}

/** Stored numbers with leading zeros, by the number without them. */
export async function findPaddedNumbers(
  db: Connection,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const shortened = numbers.filter((number) => /^[1-9]\d*$/.test(number));
  const { rows } = await db.query<{ number: string }>(
    `SELECT key_number AS number FROM keys
      WHERE deleted_at IS NULL AND key_number ~ '^0[0-9]+$' AND ltrim(key_number, '0') = ANY ($1)`,
    [shortened],
  );
  return new Map(rows.map(({ number }) => [number.replace(/^0+/, ''), number]));
}

const keyColumnNames = filedFields.map(columnName);

export async function insertKeys(tx: Transaction, created: readonly FiledKey[]): Promise<string[]> {
  const rows = created.map((fields) => ({ id: newId(), fields }));
  await tx.query(
    `INSERT INTO keys (id, ${keyColumnNames.join(', ')})
     SELECT r.id, ${keyColumnNames.map((name) => `r.${name}`).join(', ')} FROM ${keyRecordset}`,
    [toRecordset(rows.map(withId), filedFields)],
  );
  return rows.map(({ id }) => id);
}

export async function updateKeys(
  tx: Transaction,
  changed: readonly KeyFile[],
  by: string,
): Promise<void> {
  await tx.query(
    `UPDATE keys k
        SET ${keyColumnNames.map((name) => `${name} = r.${name}`).join(', ')},
            away_desk_id = nullif(k.away_desk_id, coalesce(r.desk_id, k.away_desk_id)),
            ${setEdited('$2', 'k.', 'changed_version')}, changed_version = k.version + 1, updated_at = now()
       FROM ${keyRecordset}
      WHERE k.id = r.id`,
    [toRecordset(changed.map(withId), filedFields), by],
  );
}

const keyRecordset = 'jsonb_populate_recordset(NULL::keys, $1::jsonb) AS r';

type KeyFile = Pick<ExistingKey, 'id' | 'fields'>;

function withId({ id, fields }: KeyFile) {
  return { ...fields, id };
}

/** JSON rows with the id and these columns only. */
function toRecordset<N extends string>(
  rows: readonly ({ id: string } & { [F in N]?: unknown })[],
  names: readonly N[],
): string {
  return JSON.stringify(
    rows.map((row) => ({
      id: row.id,
      ...Object.fromEntries(names.map((name) => [columnName(name), row[name]])),
    })),
  );
}

/** Active keys with ids above `after`, by id. */
export function listKeysPage(db: Connection, after: string, limit: number) {
  return selectKeys(db, 'AND k.id > $1 ORDER BY k.id LIMIT $2', [after, limit]);
}

type UserIdentifiers = { emails: readonly string[]; facultyIds: readonly string[] };

const matchesIdentifiers = `(lower(u.email) IN (SELECT lower(n) FROM unnest($1::text[]) AS n)
  OR lower(u.faculty_id) IN (SELECT lower(n) FROM unnest($2::text[]) AS n))`;

/** Includes deleted people. */
export function findUsersByIdentifiers(db: Connection, { emails, facultyIds }: UserIdentifiers) {
  return selectUsers(db, matchesIdentifiers, [emails, facultyIds]);
}

async function selectUsers(
  db: Connection,
  rest: string,
  values: unknown[],
): Promise<ExistingUser[]> {
  const { rows } = await db.query<ExistingUser>(
    `SELECT ${selectList('u', users, ['id', 'updatedAt', 'departmentConfirmed', ...personFieldNames])},
            u.deleted_at IS NOT NULL AS "isRemoved",
            u.waiting_since IS NOT NULL AS "isWaiting"
       FROM users u WHERE ${rest}`,
    values,
  );
  return rows;
}

/** Locked in id order until the transaction ends, without blocking loans. */
export function lockUsersByIdentifiers(tx: Transaction, { emails, facultyIds }: UserIdentifiers) {
  return selectUsers(tx, `${matchesIdentifiers} ORDER BY u.id FOR NO KEY UPDATE`, [
    emails,
    facultyIds,
  ]);
}

const personColumns = personFieldNames.map(columnName);
const personRecordset = 'jsonb_populate_recordset(NULL::users, $1::jsonb) AS r';

/** Their first sign-in with the same verified address links them. Returns their ids. */
export async function insertUsers(
  tx: Transaction,
  people: readonly PersonFields[],
): Promise<string[]> {
  const rows = people.map((person) => ({
    ...person,
    id: newId(),
    subject: foldCase(person.email),
  }));
  await tx.query(
    `INSERT INTO users (id, ${personColumns.join(', ')}, issuer, subject, is_verified, name_set_by_admin)
     SELECT r.id, ${personColumns.map((name) => `r.${name}`).join(', ')}, $2, r.subject, false, true
       FROM ${personRecordset}`,
    [toRecordset(rows, [...personFieldNames, 'subject']), importedIssuer],
  );
  return rows.map(({ id }) => id);
}

/** People who get a role no longer wait for approval. */
export async function updateUsers(
  tx: Transaction,
  people: readonly ExistingUser[],
  by: string | null,
): Promise<void> {
  const changes = changedByFiles.map(columnName).map((name) => `${name} = r.${name}`);
  await tx.query(
    `UPDATE users u SET ${changes.join(', ')}, email = r.email,
            subject = CASE WHEN u.issuer = $3 THEN lower(r.email) ELSE u.subject END,
            ${setEdited('$2', 'u.')}, updated_at = now(),
            waiting_since = CASE WHEN r.role = 'pending' THEN u.waiting_since END,
            department_confirmed = r.department_confirmed
       FROM ${personRecordset}
      WHERE u.id = r.id`,
    [toRecordset(people, [...changedByFiles, 'email', 'departmentConfirmed']), by, importedIssuer],
  );
}

/** Includes names that the file merely repeats. */
export async function markNamesStated(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    'UPDATE users SET name_set_by_admin = true WHERE id = ANY($1) AND NOT name_set_by_admin',
    [ids],
  );
}

/** Active members with ids above `after`, by id. */
export function listUsersPage(db: Connection, after: string, limit: number) {
  const condition = `u.deleted_at IS NULL AND u.role <> 'visitor' AND u.id > $1`;
  return selectUsers(db, `${condition} ORDER BY u.id LIMIT $2`, [after, limit]);
}

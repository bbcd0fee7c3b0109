import type { Connection, Transaction } from '../../db/client.ts';
import { newId } from '../../db/new-id.ts';
import { importedIssuer } from '../users/imported-issuer.ts';
import { type ExistingUser, folded, type NewUser } from './plan-users.ts';

const columns =
  'u.id, u.email, u.name, u.role, u.department, u.faculty_id AS "facultyId", u.deleted_at IS NOT NULL AS "isRemoved"';

/** What a file names people by. */
export type Named = { emails: readonly string[]; facultyIds: readonly string[] };

const select = async (db: Connection, rest: string, values: unknown[]): Promise<ExistingUser[]> => {
  const { rows } = await db.query<ExistingUser>(
    `SELECT ${columns} FROM users u WHERE ${rest}`,
    values,
  );
  return rows;
};

const named = `(lower(u.email) IN (SELECT lower(n) FROM unnest($1::text[]) AS n)
  OR lower(u.faculty_id) IN (SELECT lower(n) FROM unnest($2::text[]) AS n))`;

/** The people, removed ones too, with one of these addresses or faculty IDs. */
export const usersNamed = (db: Connection, { emails, facultyIds }: Named) =>
  select(db, named, [emails, facultyIds]);

/** The same, locked in id order until the transaction ends, without hindering loans. */
export const lockUsersNamed = (tx: Transaction, { emails, facultyIds }: Named) =>
  select(tx, `${named} ORDER BY u.id FOR NO KEY UPDATE`, [emails, facultyIds]);

/**
 * Stores people who have never signed in, whose first verified sign-in claims them by address;
 * answers with their ids.
 */
export const insertUsers = async (
  tx: Transaction,
  people: readonly NewUser[],
): Promise<string[]> => {
  const rows = people.map((person) => ({
    id: newId(),
    ...person,
    subject: folded(person.email),
  }));
  await tx.query(
    `INSERT INTO users (id, email, name, role, department, faculty_id, issuer, subject, is_verified)
     SELECT r.id, r.email, r.name, r.role, r.department, r."facultyId", $2, r.subject, false
       FROM jsonb_to_recordset($1::jsonb) AS r(id text, email text, name text, role text,
            department text, "facultyId" text, subject text)`,
    [JSON.stringify(rows), importedIssuer],
  );
  return rows.map(({ id }) => id);
};

/** Stores changed facts of people. */
export const updateUsers = async (
  tx: Transaction,
  people: readonly ExistingUser[],
): Promise<void> => {
  await tx.query(
    `UPDATE users u
        SET name = r.name, department = r.department, faculty_id = r."facultyId",
            updated_at = now()
       FROM jsonb_to_recordset($1::jsonb) AS r(id text, name text, department text,
            "facultyId" text)
      WHERE u.id = r.id`,
    [JSON.stringify(people)],
  );
};

/** A page of active people in order of id, after `after`. */
export const pageOfUsers = (db: Connection, after: string, limit: number) =>
  select(db, 'u.deleted_at IS NULL AND u.id > $1 ORDER BY u.id LIMIT $2', [after, limit]);

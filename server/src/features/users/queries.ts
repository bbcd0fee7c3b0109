import type { Role } from '@keydesk/shared/users/role';
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { users } from '../../platform/db/tables.ts';

/** A person's row as the application reads it. */
export type UserRow = typeof users.$inferSelect;

/** People who were removed appear only in history. */
const notDeleted = isNull(users.deletedAt);

/** Neither removed nor suspended: may sign in, take keys and be notified. */
export const isActiveUser = and(notDeleted, isNull(users.suspendedAt));

export async function findUser(db: Connection, id: string): Promise<UserRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), notDeleted));
  return row;
}

/** The person with this address, in any state. */
export async function findUserByEmail(db: Connection, email: string): Promise<UserRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return row;
}

/** Locks a person's row until the transaction ends, without blocking loans that refer to it. */
export async function lockUserForUpdate(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), notDeleted))
    .for('no key update');
  return row;
}

/** Reads an active person under the lock that a new loan takes on its holder anyway. */
export async function lockUserForShare(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isActiveUser))
    .for('key share');
  return row;
}

/** The names of everybody active but this person. */
export async function listNamesOfOthers(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.orm
    .select({ name: users.name })
    .from(users)
    .where(and(ne(users.id, id), isActiveUser));
  return rows.map(({ name }) => name);
}

/** Stores a new person; undefined when somebody has the address. */
export async function insertUserUnlessEmailTaken(
  tx: Transaction,
  row: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [inserted] = await tx.orm.insert(users).values(row).onConflictDoNothing().returning();
  return inserted;
}

export async function updateUser(
  db: Connection,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<UserRow | undefined> {
  const [row] = await db.orm
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), notDeleted))
    .returning();
  return row;
}

/** The person with this identity, in any state. */
export async function findUserByIdentity(
  db: Connection,
  issuer: string,
  subject: string,
): Promise<UserRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)));
  return row;
}

const identityLocks = 7_233_004;

/** Serializes the first sign-ins of one identity. */
export async function lockIdentity(tx: Transaction, issuer: string, subject: string) {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    JSON.stringify([issuer, subject]),
    identityLocks,
  ]);
}

export async function listUserIdsByRole(db: Connection, roles: readonly Role[]): Promise<string[]> {
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...roles]), isActiveUser))
    .orderBy(users.id);
  return rows.map((row) => row.id);
}

/** Stores when a person signed in; undefined when they are not active (any more). */
export async function recordSignIn(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.orm
    .update(users)
    .set({ lastLogin: new Date(), updatedAt: sql`now()` })
    .where(and(eq(users.id, id), isActiveUser))
    .returning();
  return row;
}

/**
 * The issuer of imported people who have never signed in; their subject is their address. No
 * provider has this issuer, because those are URLs.
 */
export const importedIssuer = 'imported';

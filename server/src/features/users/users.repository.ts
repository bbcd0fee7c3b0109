import type { Role } from '@keydesk/shared/users/role';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../db/client.ts';
import { users } from '../../db/tables.ts';

/** A person's row as the application reads it. */
export type UserRow = typeof users.$inferSelect;

/** Whoever was removed is shown as a part of history alone. */
const present = isNull(users.deletedAt);

/** Neither removed nor suspended: may sign in, take keys and be told of things. */
export const mayEnter = and(present, isNull(users.suspendedAt));

export const findUser = async (db: Connection, id: string): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), present));
  return row;
};

/** The person with this address, whatever their state. */
export const findUserByEmail = async (
  db: Connection,
  email: string,
): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`);
  return row;
};

/** Locks a person's row until the transaction ends, without hindering loans that refer to it. */
export const lockUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), present))
    .for('no key update');
  return row;
};

/** Reads a person under the lock that a new loan takes on its holder anyway. */
export const keepUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), mayEnter))
    .for('key share');
  return row;
};

/** Stores a new person; undefined when somebody has the address. */
export async function insertUnlessAddressTaken(
  tx: Transaction,
  row: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [inserted] = await tx.orm.insert(users).values(row).onConflictDoNothing().returning();
  return inserted;
}

export const updateUser = async (
  db: Connection,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), present))
    .returning();
  return row;
};

/** The person with this identity, whatever their state. */
export const findUserByIdentity = async (
  db: Connection,
  issuer: string,
  subject: string,
): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject)));
  return row;
};

const identityLocks = 7_233_004;

/** Makes the first sign-ins of one identity happen one after the other. */
export async function lockIdentity(tx: Transaction, issuer: string, subject: string) {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    JSON.stringify([issuer, subject]),
    identityLocks,
  ]);
}

export const idsByRole = async (db: Connection, roles: readonly Role[]): Promise<string[]> => {
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...roles]), mayEnter))
    .orderBy(users.id);
  return rows.map((row) => row.id);
};

/** Notes that a person signs in; undefined when they are kept out, by a change a moment ago too. */
export async function noteSignIn(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx.orm
    .update(users)
    .set({ lastLogin: new Date(), updatedAt: sql`now()` })
    .where(and(eq(users.id, id), mayEnter))
    .returning();
  return row;
}

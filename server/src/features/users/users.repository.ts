import type { Role } from '@keydesk/shared/users/role';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../db/client.ts';
import { users } from '../../db/tables.ts';

/** A person's row as the application reads it. */
export type UserRow = typeof users.$inferSelect;

const active = isNull(users.deletedAt);

export const findUser = async (db: Connection, id: string): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), active));
  return row;
};

export const findUserByEmail = async (
  db: Connection,
  email: string,
): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email.toLowerCase()}`, active));
  return row;
};

/** Locks a person's row until the transaction ends, without hindering loans that refer to it. */
export const lockUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), active))
    .for('no key update');
  return row;
};

/** Reads a person under the lock that a new loan takes on its holder anyway. */
export const keepUser = async (tx: Transaction, id: string): Promise<UserRow | undefined> => {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), active))
    .for('key share');
  return row;
};

export const insertUser = async (
  db: Connection,
  row: typeof users.$inferInsert,
): Promise<UserRow> => {
  const [inserted] = await db.orm.insert(users).values(row).returning();
  if (!inserted) throw new Error('The new user was not stored');
  return inserted;
};

export const updateUser = async (
  db: Connection,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(and(eq(users.id, id), active))
    .returning();
  return row;
};

export const findUserByIdentity = async (
  db: Connection,
  issuer: string,
  subject: string,
): Promise<UserRow | undefined> => {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.issuer, issuer), eq(users.subject, subject), active));
  return row;
};

export const idsByRole = async (db: Connection, roles: readonly Role[]): Promise<string[]> => {
  const rows = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, [...roles]), active))
    .orderBy(users.id);
  return rows.map((row) => row.id);
};

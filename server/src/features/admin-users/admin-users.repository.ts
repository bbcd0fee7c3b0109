import type { Role } from '@keydesk/shared/users/role';
import { and, asc, count, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../db/client.ts';
import { keys, loans, users } from '../../db/tables.ts';
import type { UserRow } from '../users/users.repository.ts';

/** What Manage Users is narrowed down to. */
export type UserFilter = { search?: string | undefined; role: Role | 'all' };

const matching = ({ search, role }: UserFilter) => {
  const pattern = `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;
  const columns = [users.name, users.email, users.facultyId, users.department];
  return and(
    isNull(users.deletedAt),
    role === 'all' ? undefined : eq(users.role, role),
    search?.trim() ? or(...columns.map((column) => ilike(column, pattern))) : undefined,
  );
};

export const countMatchingUsers = async (db: Connection, filter: UserFilter): Promise<number> => {
  const [row] = await db.orm.select({ people: count() }).from(users).where(matching(filter));
  return row?.people ?? 0;
};

export const listMatchingUsers = (
  db: Connection,
  filter: UserFilter,
  page: { limit: number; offset: number },
): Promise<UserRow[]> =>
  db.orm
    .select()
    .from(users)
    .where(matching(filter))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(page.limit)
    .offset(page.offset);

/** How many open loans each of these people has; those without any are left out. */
export const countOpenLoans = async (
  db: Connection,
  userIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await db.orm
    .select({ holderId: loans.holderId, open: count() })
    .from(loans)
    .where(and(inArray(loans.holderId, [...userIds]), isNull(loans.returnedAt)))
    .groupBy(loans.holderId);
  return new Map(rows.map(({ holderId, open }) => [holderId, open]));
};

/** The open loans of a person, in order of key number. */
export const listOpenLoans = (db: Connection, userId: string) =>
  db.orm
    .select({
      loanId: loans.id,
      keyId: keys.id,
      keyNumber: keys.keyNumber,
      keyName: keys.keyName,
      takenAt: loans.takenAt,
    })
    .from(loans)
    .innerJoin(keys, eq(keys.id, loans.keyId))
    .where(and(eq(loans.holderId, userId), isNull(loans.returnedAt)))
    .orderBy(keys.keyNumber, keys.id);

const adminsLock = 7_233_003;

/** Makes everything that can take an admin away happen one after the other. */
export const lockAdmins = async (tx: Transaction): Promise<void> => {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [adminsLock]);
};

/**
 * Locks a person so that no loan can be opened for them until the transaction ends: a hand-out
 * holds its holder's row, and so does the reference that a new loan makes.
 */
export const lockAgainstLoans = async (
  tx: Transaction,
  id: string,
): Promise<UserRow | undefined> => {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('update');
  return row;
};

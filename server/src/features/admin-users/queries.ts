import { appError } from '@keydesk/shared/errors';
import { fold } from '@keydesk/shared/fold';
import { type Role, rolesThatMay } from '@keydesk/shared/users/role';
import type { UserState } from '@keydesk/shared/users/user';
import { and, asc, count, eq, inArray, isNotNull, isNull, like, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { escapePattern, foldedText } from '../../platform/db/folded-text.ts';
import { keys, loans, users } from '../../platform/db/tables.ts';
import { isActiveUser, listUserIdsByRole, type UserRow } from '../users/index.ts';

/** Which people Manage Users shows. */
export type UserFilter = {
  search?: string | undefined;
  role: Role | 'all';
  state: UserState | 'all';
};

const isWaiting = and(isActiveUser, isNotNull(users.waitingSince));

const stateConditions = {
  active: isActiveUser,
  waiting: isWaiting,
  suspended: and(isNull(users.deletedAt), isNotNull(users.suspendedAt)),
  removed: and(isNotNull(users.deletedAt), isNull(users.erasedAt)),
  all: isNull(users.erasedAt),
};

export function stateOf(person: UserRow): UserState {
  if (person.deletedAt) return 'removed';
  if (person.suspendedAt) return 'suspended';
  return person.waitingSince ? 'waiting' : 'active';
}

export async function countMatchingUsers(db: Connection, filter: UserFilter): Promise<number> {
  const [row] = await db.orm.select({ people: count() }).from(users).where(matchesFilter(filter));
  return row?.people ?? 0;
}

const searchedText = sql.raw(
  foldedText("concat_ws(E'\\n', users.name, users.email, users.faculty_id, users.department)"),
);

function matchesFilter({ search, role, state }: UserFilter) {
  const term = fold((search ?? '').trim());
  return and(
    stateConditions[state],
    role === 'all' ? undefined : eq(users.role, role),
    term === '' ? undefined : like(searchedText, `%${escapePattern(term)}%`),
  );
}

export function listMatchingUsers(
  db: Connection,
  filter: UserFilter,
  page: { limit: number; offset: number },
): Promise<UserRow[]> {
  return db.orm
    .select()
    .from(users)
    .where(matchesFilter(filter))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** A person in any state except erased. */
export async function findUserInAnyState(db: Connection, id: string): Promise<UserRow | undefined> {
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)));
  return row;
}

const isUndisputed = sql<boolean>`NOT EXISTS (
  SELECT FROM loan_disputes d WHERE d.loan_id = ${loans.id} AND d.settled_at IS NULL)`;

/** How many keys each of these people has; people without any are left out. */
export async function countOpenLoans(
  db: Connection,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.orm
    .select({ holderId: loans.holderId, open: count() })
    .from(loans)
    .where(and(inArray(loans.holderId, [...userIds]), isNull(loans.returnedAt), isUndisputed))
    .groupBy(loans.holderId);
  return new Map(rows.map(({ holderId, open }) => [holderId, open]));
}

/** A person's open loans, ordered by key number; one that they dispute is not theirs. */
export function listOpenLoans(db: Connection, userId: string) {
  return db.orm
    .select({
      loanId: loans.id,
      keyId: keys.id,
      keyNumber: keys.keyNumber,
      keyName: keys.keyName,
      takenAt: loans.takenAt,
      dueAt: loans.dueAt,
      graceUntil: loans.graceUntil,
      isOwn: isUndisputed,
    })
    .from(loans)
    .innerJoin(keys, eq(keys.id, loans.keyId))
    .where(and(eq(loans.holderId, userId), isNull(loans.returnedAt)))
    .orderBy(keys.keyNumber, keys.id);
}

const adminsLock = 7_233_003;

/** Serializes everything that can reduce the number of admins. */
export async function lockAdmins(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [adminsLock]);
}

/** How many people are waiting to be accepted. */
export async function countWaitingUsers(db: Connection): Promise<number> {
  const [row] = await db.orm.select({ people: count() }).from(users).where(isWaiting);
  return row?.people ?? 0;
}

/**
 * Locks a person in any state except erased, so that no loan can be opened for them until the
 * transaction ends: a hand-out locks its holder's row, and so does the foreign key of a new loan.
 */
export async function lockUserInAnyState(
  tx: Transaction,
  id: string,
): Promise<UserRow | undefined> {
  const [row] = await tx.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
    .for('update');
  return row;
}

/** Updates a person whom the caller has locked. */
export async function updateLockedUser(
  tx: Transaction,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<UserRow> {
  const [row] = await tx.orm
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(users.id, id))
    .returning();
  if (!row) throw new Error('The locked person is gone');
  return row;
}

/**
 * Requires that there is another active admin (`last-admin`). The caller holds the lock on admins.
 * @throws LAST_ADMIN
 */
export async function requireAnotherAdmin(tx: Transaction, adminId: string): Promise<void> {
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  if (!admins.some((id) => id !== adminId)) throw appError('LAST_ADMIN');
}

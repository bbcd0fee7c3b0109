import type { ListedState, ManagedUser, UserOverview } from '@keydesk/shared/administration/people';
import { appError } from '@keydesk/shared/core/errors';
import { searchWords } from '@keydesk/shared/core/text';
import { type Role, rolesThatMay } from '@keydesk/shared/http/roles';
import type { UserState } from '@keydesk/shared/people/user';
import { and, asc, count, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { editedBy } from '../../core/edits.ts';
import { listFailedMails } from '../../core/messages/outbox.ts';
import type { Connection, Database, Transaction } from '../../db/client.ts';
import { isReportedLost, refusersOf } from '../../db/predicates.ts';
import { toAnswer } from '../../db/rows.ts';
import { keys, loans, users } from '../../db/schema.ts';
import { escapePattern, foldedText } from '../../db/sql-text.ts';
import { listUserLoans } from '../keys/index.ts';
import {
  findPerson,
  findUserWhere,
  isActiveUser,
  listUserIdsByRole,
  presentUser,
  type UserRow,
} from '../people/index.ts';
import {
  countActiveSessions,
  lastSessionActivity,
  listUserSessions,
  type SessionPolicy,
} from '../session/index.ts';

type Query = UserFilter & { page: number; limit: number };

/** By name. */
export async function readUsers(
  db: Database,
  policy: SessionPolicy,
  { page, limit, ...filter }: Query,
) {
  const totalUsers = await countMatchingUsers(db, filter);
  const rows = await listMatchingUsers(db, filter, { limit, offset: (page - 1) * limit });
  const ids = rows.map(({ id }) => id);
  const [openLoans, sessions, toDo] = await Promise.all([
    countOpenLoans(db, ids),
    countActiveSessions(db, policy, ids),
    countToDo(db),
  ]);
  const totalPages = Math.max(1, Math.ceil(totalUsers / limit));
  return {
    users: rows.map((row) => presentManaged(row, openLoans.get(row.id), sessions.get(row.id))),
    ...toDo,
    pagination: {
      currentPage: page,
      totalPages,
      totalUsers,
      hasNext: page < totalPages,
      hasPrev: page > 1,
    },
  };
}

export async function readUser(db: Database, policy: SessionPolicy, userId: string) {
  const user = await findPerson(db, userId);
  if (!user) throw appError('USER_NOT_FOUND');
  const [openLoans, sessions] = await Promise.all([
    listOpenLoans(db, userId),
    listUserSessions(db, policy, userId),
  ]);
  return {
    user,
    openLoans: presentOwn(openLoans),
    sessions,
  };
}

/** Newest first, before the loan `before` if given. */
export async function readUserLoans(
  db: Connection,
  userId: string,
  part: Parameters<typeof listUserLoans>[2],
) {
  await requireUser(db, userId);
  return listUserLoans(db, userId, part);
}

/** Any state except erased. */
export async function requireUser(db: Connection, userId: string) {
  const row = await findUserInAnyState(db, userId);
  if (!row) throw appError('USER_NOT_FOUND');
  return row;
}

/** Any state except erased. */
export async function readUserOverview(
  db: Database,
  policy: SessionPolicy,
  userId: string,
): Promise<UserOverview> {
  const row = await requireUser(db, userId);
  const [loans, sessions, lastActiveAt, failedMails, refusedBy] = await Promise.all([
    listOpenLoans(db, userId),
    countActiveSessions(db, policy, [userId]),
    lastSessionActivity(db, userId),
    listFailedMails(db, userId),
    listRefusing(db, userId),
  ]);
  const openLoans = presentOwn(loans);
  return {
    user: presentManaged(row, openLoans.length, sessions.get(userId)),
    openLoans,
    refusedBy,
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
    failedMails: failedMails.map(toAnswer),
  };
}

/** The sponsors who refuse a visitor. */
async function listRefusing(db: Connection, userId: string): Promise<UserOverview['refusedBy']> {
  return db.rows<{ id: string; name: string }>(
    `SELECT s.id, s.name
       FROM visitors v JOIN users u ON u.id = v.user_id JOIN users s ON s.id IN ${refusersOf('v', 'u')}
      WHERE v.user_id = $1 AND (NOT v.vouched OR s.id = ANY (v.refused_by)) ORDER BY s.name, s.id`,
    [userId],
  );
}

function presentManaged(row: UserRow, openLoans = 0, sessions = 0): ManagedUser {
  return {
    ...presentUser(row),
    state: stateOf(row),
    openLoans,
    sessions,
    leftRecordsAt: row.leftRecordsAt?.toISOString() ?? null,
  };
}

function presentOwn(openLoans: Awaited<ReturnType<typeof listOpenLoans>>) {
  return openLoans.flatMap(({ isOwn, isLost, ...loan }) =>
    isOwn ? { ...toAnswer(loan), ...(isLost && { lost: true as const }) } : [],
  );
}

type UserFilter = {
  search?: string | undefined;
  role: Role | 'all';
  state: ListedState;
};

const isWaiting = and(isActiveUser, isNotNull(users.waitingSince));

const isUnconfirmed = and(
  isActiveUser,
  isNull(users.waitingSince),
  isNotNull(users.department),
  eq(users.departmentConfirmed, false),
);
const isLeft = and(isActiveUser, isNotNull(users.leftRecordsAt));

const stateConditions = {
  active: isActiveUser,
  waiting: isWaiting,
  suspended: and(isNull(users.deletedAt), isNotNull(users.suspendedAt)),
  removed: and(isNotNull(users.deletedAt), isNull(users.erasedAt)),
  unconfirmed: isUnconfirmed,
  left: isLeft,
  all: isNull(users.erasedAt),
};

function stateOf(person: UserRow): UserState {
  if (person.deletedAt) return 'removed';
  if (person.suspendedAt) return 'suspended';
  return person.waitingSince ? 'waiting' : 'active';
}

async function countMatchingUsers(db: Connection, filter: UserFilter): Promise<number> {
  const [row] = await db.orm.select({ people: count() }).from(users).where(matchesFilter(filter));
  return row?.people ?? 0;
}

const searchedText = sql.raw(
  foldedText("concat_ws(E'\\n', users.name, users.email, users.faculty_id, users.department)"),
);
const searchedLabel = sql.raw(foldedText('departments.label'));

function matchesFilter({ search, role, state }: UserFilter) {
  return and(
    stateConditions[state],
    role === 'all' ? undefined : eq(users.role, role),
    ...searchWords(search ?? '').map(hasWord),
  );
}

/** In what is written of the person, or in what their department is called. */
function hasWord(word: string): SQL {
  const pattern = `%${escapePattern(word)}%`;
  return sql`(${searchedText} LIKE ${pattern} OR users.department IN (
    SELECT departments.code FROM departments WHERE ${searchedLabel} LIKE ${pattern}))`;
}

function listMatchingUsers(
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

function findUserInAnyState(db: Connection, id: string): Promise<UserRow | undefined> {
  return findUserWhere(db, and(eq(users.id, id), isNull(users.erasedAt)));
}

const isUndisputed = sql<boolean>`NOT EXISTS (
  SELECT FROM loan_disputes d WHERE d.loan_id = ${loans.id} AND d.settled_at IS NULL)`;

/** People without keys are left out. */
async function countOpenLoans(
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

/** By key number; without loans that the person disputes. */
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
      isLost: sql<boolean>`${sql.raw(isReportedLost('loans'))}`,
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

/** Numbers of people for an admin to review, by reason. */
async function countToDo(db: Connection) {
  const of = (condition: SQL | undefined) => sql<number>`count(*) FILTER (WHERE ${condition})::int`;
  const [row] = await db.orm
    .select({ waiting: of(isWaiting), unconfirmed: of(isUnconfirmed), left: of(isLeft) })
    .from(users);
  const { waiting = 0, unconfirmed, left } = row ?? {};
  return { waiting, ...(unconfirmed && { unconfirmed }), ...(left && { left }) };
}

/**
 * Locks a person in any state except erased. No loan can be opened for them then: a hand-out
 * locks its holder's row, and so does the foreign key of a new loan.
 */
export function lockUserInAnyState(tx: Transaction, id: string): Promise<UserRow | undefined> {
  return findUserWhere(tx, and(eq(users.id, id), isNull(users.erasedAt)), 'update');
}

/** Locks in id order; leaves out erased and unknown people. */
export function lockUsersInAnyState(tx: Transaction, ids: readonly string[]): Promise<UserRow[]> {
  return tx.orm
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.erasedAt)))
    .orderBy(users.id)
    .for('update');
}

export async function updateLockedUser(
  tx: Transaction,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
  by: string | null,
): Promise<UserRow> {
  const [row] = await tx.orm
    .update(users)
    .set({ ...changes, ...editedBy(users, by), updatedAt: sql`now()` })
    .where(eq(users.id, id))
    .returning();
  if (!row) throw new Error('The locked person is gone');
  return row;
}

/** Enforces `last-admin`. The caller must hold the lock on admins. */
export async function requireAnotherAdmin(tx: Transaction, adminId: string): Promise<void> {
  const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
  if (!admins.some((id) => id !== adminId)) throw appError('LAST_ADMIN');
}

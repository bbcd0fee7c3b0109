import { appError } from '@keydesk/shared/errors';
import type { UserOverview } from '@keydesk/shared/users/routes';
import type { Connection, Database } from '../../platform/db/client.ts';
import {
  countActiveSessions,
  lastSessionActivity,
  listUserSessions,
  type SessionPolicy,
} from '../auth/index.ts';
import { listUserLoans } from '../keys/index.ts';
import { listFailedMails } from '../mail/index.ts';
import { findPerson, presentUser } from '../users/index.ts';
import {
  countMatchingUsers,
  countOpenLoans,
  countWaitingUsers,
  findUserInAnyState,
  listMatchingUsers,
  listOpenLoans,
  stateOf,
  type UserFilter,
} from './queries.ts';

type Query = UserFilter & { page: number; limit: number };

/** One page of Manage Users, ordered by name. */
export async function readUsers(
  db: Database,
  policy: SessionPolicy,
  { page, limit, ...filter }: Query,
) {
  const totalUsers = await countMatchingUsers(db, filter);
  const rows = await listMatchingUsers(db, filter, { limit, offset: (page - 1) * limit });
  const ids = rows.map(({ id }) => id);
  const [openLoans, sessions, waiting] = await Promise.all([
    countOpenLoans(db, ids),
    countActiveSessions(db, policy, ids),
    countWaitingUsers(db),
  ]);
  const totalPages = Math.max(1, Math.ceil(totalUsers / limit));
  return {
    users: rows.map((row) => ({
      ...presentUser(row),
      state: stateOf(row),
      openLoans: openLoans.get(row.id) ?? 0,
      sessions: sessions.get(row.id) ?? 0,
    })),
    waiting,
    pagination: {
      currentPage: page,
      totalPages,
      totalUsers,
      hasNext: page < totalPages,
      hasPrev: page > 1,
    },
  };
}

/** A person with their open loans and active sessions. */
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

/**
 * A page of a person's loans, newest first: those before the loan `before`, or the newest.
 * @throws USER_NOT_FOUND
 */
export async function readUserLoans(db: Connection, userId: string, before?: string) {
  if (!(await findUserInAnyState(db, userId))) throw appError('USER_NOT_FOUND');
  return listUserLoans(db, userId, before);
}

/** A person in any state except erased, as their page shows them. */
export async function readUserOverview(
  db: Database,
  policy: SessionPolicy,
  userId: string,
): Promise<UserOverview> {
  const row = await findUserInAnyState(db, userId);
  if (!row) throw appError('USER_NOT_FOUND');
  const [loans, sessions, lastActiveAt, failedMails] = await Promise.all([
    listOpenLoans(db, userId),
    countActiveSessions(db, policy, [userId]),
    lastSessionActivity(db, userId),
    listFailedMails(db, userId),
  ]);
  const openLoans = presentOwn(loans);
  return {
    user: {
      ...presentUser(row),
      state: stateOf(row),
      openLoans: openLoans.length,
      sessions: sessions.get(userId) ?? 0,
    },
    openLoans,
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
    failedMails: failedMails.map((mail) => ({
      ...mail,
      failedAt: mail.failedAt.toISOString(),
    })),
  };
}

function presentOwn(openLoans: Awaited<ReturnType<typeof listOpenLoans>>) {
  return openLoans.flatMap(({ isOwn, ...loan }) =>
    isOwn
      ? {
          ...loan,
          takenAt: loan.takenAt.toISOString(),
          dueAt: loan.dueAt?.toISOString() ?? null,
          graceUntil: loan.graceUntil?.toISOString() ?? null,
        }
      : [],
  );
}

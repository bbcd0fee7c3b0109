import { appError } from '@keydesk/shared/errors';
import type { Database } from '../../platform/db/client.ts';
import { countActiveSessions, listUserSessions, type SessionPolicy } from '../auth/index.ts';
import { findPerson, presentUser } from '../users/index.ts';
import {
  countMatchingUsers,
  countOpenLoans,
  countWaitingUsers,
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
    openLoans: openLoans.map((loan) => ({ ...loan, takenAt: loan.takenAt.toISOString() })),
    sessions,
  };
}

import { refusal } from '@keydesk/shared/errors';
import type { Database } from '../../db/client.ts';
import { type SessionPolicy, sessionCounts, sessionsOf } from '../auth/sessions.service.ts';
import { findPerson } from '../users/find-person.service.ts';
import { presentUser } from '../users/users.presenter.ts';
import {
  countMatchingUsers,
  countOpenLoans,
  countWaiting,
  listMatchingUsers,
  listOpenLoans,
  stateOf,
  type UserFilter,
} from './admin-users.repository.ts';

type Query = UserFilter & { page: number; limit: number };

/** One page of Manage Users, in order of name. */
export const readUsers = async (
  db: Database,
  policy: SessionPolicy,
  { page, limit, ...filter }: Query,
) => {
  const totalUsers = await countMatchingUsers(db, filter);
  const rows = await listMatchingUsers(db, filter, { limit, offset: (page - 1) * limit });
  const ids = rows.map(({ id }) => id);
  const [openLoans, sessions, waiting] = await Promise.all([
    countOpenLoans(db, ids),
    sessionCounts(db, policy, ids),
    countWaiting(db),
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
};

/** A person with their open loans and living sessions. */
export const readUser = async (db: Database, policy: SessionPolicy, userId: string) => {
  const user = await findPerson(db, userId);
  if (!user) throw refusal('USER_NOT_FOUND');
  const [openLoans, sessions] = await Promise.all([
    listOpenLoans(db, userId),
    sessionsOf(db, policy, userId),
  ]);
  return {
    user,
    openLoans: openLoans.map((loan) => ({ ...loan, takenAt: loan.takenAt.toISOString() })),
    sessions,
  };
};

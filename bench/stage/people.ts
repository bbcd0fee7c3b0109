import type { Role } from '@keydesk/shared/users/role';
import type { Database } from '../../server/src/db/client.ts';
import { users } from '../../server/src/db/tables.ts';
import { type NewSession, openSession } from '../../server/src/features/auth/sessions.service.ts';
import { type UserRow, userRow } from '../../server/test/factories/users.ts';
import { origin } from './production.ts';

export type SignedIn = { user: UserRow; session: NewSession };

/** Stores so many people of a role. */
export const addPeople = async (db: Database, role: Role, count: number): Promise<UserRow[]> => {
  const rows = Array.from({ length: count }, () => userRow({ role }));
  await db.orm.insert(users).values(rows);
  return rows;
};

/** The same, each with a session. */
export const addSignedIn = async (db: Database, role: Role, count: number): Promise<SignedIn[]> => {
  const people = await addPeople(db, role, count);
  return Promise.all(
    people.map(async (user) => ({ user, session: await openSession(db, user.id) })),
  );
};

/** What a page of the web application sends with each call. */
export const pageHeaders = ({ session }: SignedIn): Record<string, string> => ({
  cookie: `keydesk_session=${session.cookie}`,
  authorization: `Bearer ${session.bearer}`,
  origin,
  'accept-encoding': 'gzip, deflate, br',
});

export const jsonHeaders = (who: SignedIn): Record<string, string> => ({
  ...pageHeaders(who),
  'content-type': 'application/json',
});

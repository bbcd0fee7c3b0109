import type { Role } from '@keydesk/shared/http/roles';
import type { Database } from '../../server/src/db/client.ts';
import { keys, users } from '../../server/src/db/schema.ts';
import { type NewSession, openSession } from '../../server/src/features/session/sessions.ts';
import { type KeyTableRow, keyRow } from '../../server/test/factories/keys.ts';
import { type UserRow, userRow } from '../../server/test/factories/users.ts';
import { origin } from './production.ts';

export type SignedIn = { user: UserRow; session: NewSession };

export async function addPeople(db: Database, role: Role, count: number): Promise<UserRow[]> {
  const rows = Array.from({ length: count }, () => userRow({ role }));
  await db.orm.insert(users).values(rows);
  return rows;
}

/** People with a session each. */
export async function addSignedIn(db: Database, role: Role, count: number): Promise<SignedIn[]> {
  const people = await addPeople(db, role, count);
  return Promise.all(
    people.map(async (user) => ({ user, session: await openSession(db, user.id) })),
  );
}

export function pageHeaders({ session }: Pick<SignedIn, 'session'>): Record<string, string> {
  return {
    cookie: `keydesk_session=${session.cookie}`,
    authorization: `Bearer ${session.bearer}`,
    origin,
    'accept-encoding': 'gzip, deflate, br',
  };
}

export function jsonHeaders(who: Pick<SignedIn, 'session'>): Record<string, string> {
  return {
    ...pageHeaders(who),
    'content-type': 'application/json',
  };
}

const rowsAtOnce = 2_000;

const words = ['Physics', 'Seminar', 'Store', 'Lecture', 'Network', 'Workshop', 'Reading'];

/** Inserts available keys with descriptions of a realistic length. */
export async function addKeys(db: Database, count: number): Promise<KeyTableRow[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const room = `${words[index % words.length]} Room ${100 + index}`;
    return keyRow({
      keyName: room,
      location: `Block ${'ABCDEH'[index % 6]}, floor ${index % 5}, ${room}`,
      description: `Opens ${room} and the cupboard beside its door`,
    });
  });
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db.orm.insert(keys).values(rows.slice(from, from + rowsAtOnce));
  return rows;
}

/** SQL for a number, given as an expression, in this many hexadecimal digits. */
export function hex(number: string, digits: number): string {
  return `lpad(to_hex(${number}::bigint), ${digits}, '0')`;
}

export function hexId(number: string): string {
  return hex(number, 24);
}

import type { Database } from '../../src/db/client.ts';
import { openSession } from '../../src/features/auth/sessions.service.ts';
import { insertKey } from '../factories/keys.ts';
import { insertUser } from '../factories/users.ts';
import { Visitor } from '../visitor.ts';

/** People with sessions, and keys, of one database. */
export type CampusPeople = {
  faculty: Visitor[];
  desks: Visitor[];
  admins: Visitor[];
  keyIds: string[];
};

type Counts = { faculty: number; desks: number; admins?: number; keys: number };

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

/** Stores people and keys and signs everybody in at the process of `url`. */
export const bringPeople = async (
  db: Database,
  url: string,
  counts: Counts,
): Promise<CampusPeople> => {
  const person = async (role: 'faculty' | 'security' | 'admin') => {
    const user = await insertUser(db, { role });
    return new Visitor(url, user, await openSession(db, user.id));
  };
  return {
    faculty: await times(counts.faculty, () => person('faculty')),
    desks: await times(counts.desks, () => person('security')),
    admins: await times(counts.admins ?? 0, () => person('admin')),
    keyIds: await times(counts.keys, async () => (await insertKey(db)).id),
  };
};

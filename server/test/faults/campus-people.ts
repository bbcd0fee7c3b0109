import type { Database } from '../../src/db/client.ts';
import { openSession } from '../../src/features/session/sessions.ts';
import { insertKey } from '../factories/keys.ts';
import { insertUser } from '../factories/users.ts';
import { TestClient } from '../test-client.ts';

export type CampusPeople = {
  faculty: TestClient[];
  desks: TestClient[];
  admins: TestClient[];
  keyIds: string[];
};

type Counts = { faculty: number; desks: number; admins?: number; keys: number };

export async function insertPeople(
  db: Database,
  url: string,
  counts: Counts,
): Promise<CampusPeople> {
  const person = async (role: 'faculty' | 'security' | 'admin') => {
    const user = await insertUser(db, { role });
    return new TestClient(url, user, await openSession(db, user.id));
  };
  return {
    faculty: await times(counts.faculty, () => person('faculty')),
    desks: await times(counts.desks, () => person('security')),
    admins: await times(counts.admins ?? 0, () => person('admin')),
    keyIds: await times(counts.keys, async () => (await insertKey(db)).id),
  };
}

function times<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make));
}

/**
 * Resets everyone's request count of this minute. A load calls as often as the machine allows, and
 * a killed process loses its reserved share of each person's requests, a 25th.
 */
export async function resetRequestCounts(db: Database): Promise<void> {
  await db.query('DELETE FROM request_counts');
}

import type { Connection } from '../../db/client.ts';
import { signIns } from '../../db/tables.ts';

/** Remembers that this person signed in, now. */
export const insertSignIn = async (db: Connection, userId: string): Promise<void> => {
  await db.orm.insert(signIns).values({ userId });
};

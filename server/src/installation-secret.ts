import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './db/client.ts';
import { installation } from './db/tables.ts';

/** A secret made once for this database and shared by all its processes. */
export const installationSecret = async (db: Database, name: string): Promise<string> => {
  await db.orm
    .insert(installation)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.orm.select().from(installation).where(eq(installation.name, name));
  if (!row) throw new Error(`The installation has no ${name}`);
  return row.value;
};

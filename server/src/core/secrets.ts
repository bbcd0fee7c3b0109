import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { installation } from '../db/schema.ts';

/** Generated once per database and shared by all processes. */
export async function installationValue(
  db: Database,
  name: string,
  make: () => string,
): Promise<string> {
  const read = async () => {
    const [row] = await db.orm.select().from(installation).where(eq(installation.name, name));
    return row?.value;
  };
  const existing = await read();
  if (existing !== undefined) return existing;
  await db.orm.insert(installation).values({ name, value: make() }).onConflictDoNothing();
  const stored = await read();
  if (stored === undefined) throw new Error(`The installation has no ${name}`);
  return stored;
}

/** Random, generated once per database. */
export function installationSecret(db: Database, name: string): Promise<string> {
  return installationValue(db, name, () => randomBytes(32).toString('base64url'));
}

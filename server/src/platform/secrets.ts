import { hash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from './db/client.ts';
import { installation } from './db/tables.ts';

/** A value made once for this database and shared by all its processes. */
export async function installationValue(
  db: Database,
  name: string,
  make: () => string,
): Promise<string> {
  const read = async () => {
    const [row] = await db.orm.select().from(installation).where(eq(installation.name, name));
    return row?.value;
  };
  const known = await read();
  if (known !== undefined) return known;
  await db.orm.insert(installation).values({ name, value: make() }).onConflictDoNothing();
  const stored = await read();
  if (stored === undefined) throw new Error(`The installation has no ${name}`);
  return stored;
}

export function installationSecret(db: Database, name: string): Promise<string> {
  return installationValue(db, name, () => randomBytes(32).toString('base64url'));
}

/** SHA-256, the only form in which a secret of a session or of a code is stored. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

import { eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Connection } from '../db/client.ts';
import { installation } from '../db/tables.ts';

const doneSchema = z.object({
  /** The moment at which it was due. */
  dueAt: z.iso.datetime(),
  at: z.iso.datetime(),
  file: z.string(),
  bytes: z.int(),
});
const failureSchema = z.object({ at: z.iso.datetime(), reason: z.string() });

const names = { done: 'backup-done', failure: 'backup-failure' } as const;

/** The last scheduled backup, and the last failure since then; shared by all processes. */
export type BackupRecord = {
  done: z.infer<typeof doneSchema> | null;
  failure: z.infer<typeof failureSchema> | null;
};

export async function readBackupRecord(db: Connection): Promise<BackupRecord> {
  const rows = await db.orm
    .select()
    .from(installation)
    .where(inArray(installation.name, Object.values(names)));
  const stored = (name: string): unknown => {
    const row = rows.find((each) => each.name === name);
    return row ? JSON.parse(row.value) : null;
  };
  return {
    done: doneSchema.nullable().parse(stored(names.done)),
    failure: failureSchema.nullable().parse(stored(names.failure)),
  };
}

/** Records a complete backup and forgets the failure before it. */
export async function recordBackup(
  db: Connection,
  done: NonNullable<BackupRecord['done']>,
): Promise<void> {
  await store(db, names.done, done);
  await db.orm.delete(installation).where(eq(installation.name, names.failure));
}

async function store(db: Connection, name: string, value: object): Promise<void> {
  const text = JSON.stringify(value);
  await db.orm
    .insert(installation)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: installation.name, set: { value: text } });
}

export async function recordFailure(
  db: Connection,
  failure: NonNullable<BackupRecord['failure']>,
): Promise<void> {
  await store(db, names.failure, failure);
}

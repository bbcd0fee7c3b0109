import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { minuteMs } from '@keydesk/shared/core/dates';
import { dayAfter, localDay, momentOn } from '@keydesk/shared/due/calendar';
import { eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { type Job, runOnce } from '../../core/jobs.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Database, transact } from '../../db/client.ts';
import { withClient } from '../../db/open-client.ts';
import { installation } from '../../db/schema.ts';
import { notifyAdmins } from '../../features/people/users.ts';
import { backupWithClient } from './backup.ts';

type Options = {
  db: Database;
  databaseUrl: string;
  publisher: Publisher;
  folder: string;
  keep: number;
  timezone: () => string;
};

/** At night on campus, when the disk is hardly used. */
const backupTime = '02:30';
/** The advisory lock of the process that makes the backup. */
const backupLock = 7_233_005;
const retryMs = 15 * minuteMs;

const backupFilePattern = /^keydesk-daily-\d{8}T\d{4}Z\.gz$/;
const draftFilePattern = /^keydesk-daily-\d{8}T\d{4}Z\.gz\.tmp$/;

/**
 * Backs the database up into a folder once a night, in one process, and deletes the oldest of its
 * own files there. A missed night is caught up on; after a failure the admins are notified once and
 * it is retried every 15 minutes.
 */
export function scheduledBackupJob(options: Options): Job {
  const { timezone } = options;
  let done = 0;
  let notBefore = 0;
  return {
    name: 'backup',
    async run(now, stopping = new AbortController().signal) {
      const due = latestBackupTime(now, timezone());
      if (due.getTime() === done || now.getTime() < notBefore) return;
      try {
        if (await backUpOnce(options, { due, now, stopping })) done = due.getTime();
      } catch (error) {
        if (stopping.aborted) return;
        notBefore = now.getTime() + retryMs;
        await notifyFailure(options, due, error as Error);
        throw error;
      }
    },
  };
}

/** The latest local backup time not after `now`. */
function latestBackupTime(now: Date, timezone: string): Date {
  const day = localDay(now, { timezone });
  const today = momentOn(day, backupTime, { timezone });
  return today <= now ? today : momentOn(dayAfter(day, -1), backupTime, { timezone });
}

type Night = { due: Date; now: Date; stopping: AbortSignal };

/** False while another process is making the night's backup. */
function backUpOnce(options: Options, night: Night): Promise<boolean> {
  return withClient(options.databaseUrl, 'keydesk-backup', async (client) => {
    // Released with the connection, so also when the process is killed.
    const { rows } = await client.query<{ held: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS held',
      [backupLock],
    );
    if (!rows[0]?.held) return false;
    const { done: last } = await readBackupRecord(options.db);
    if (!last || new Date(last.dueAt) < night.due) await backUp(client, options, night);
    return true;
  });
}

async function notifyFailure(
  { db, publisher }: Options,
  due: Date,
  { message: reason }: Error,
): Promise<void> {
  await recordFailure(db, { at: new Date().toISOString(), reason });
  const deliveries = await runOnce(db, 'backup-failure', due, (tx) =>
    notifyAdmins(tx, { template: 'backup-failed', facts: { reason } }),
  );
  if (deliveries) publisher.notified(deliveries);
}

async function backUp(client: pg.Client, options: Options, night: Night): Promise<void> {
  const folder = resolve(options.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Only drafts of killed processes can be here, since we hold the lock.
  await removeFrom(folder, await filesLike(folder, draftFilePattern));
  const file = freeFileName(await filesLike(folder, backupFilePattern), night);
  await backupWithClient(client, join(folder, file), night.stopping);
  const { size: bytes } = await stat(join(folder, file));
  await transact(options.db, (tx) =>
    recordBackup(tx, {
      dueAt: night.due.toISOString(),
      at: new Date().toISOString(),
      file: join(folder, file),
      bytes,
    }),
  );
  const kept = await filesLike(folder, backupFilePattern);
  await removeFrom(folder, kept.slice(0, -options.keep));
}

async function removeFrom(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}

async function filesLike(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(folder)).filter((name) => pattern.test(name)).sort();
}

/**
 * The night's name, or the minute's if the night has its backup: a restored database remembers an
 * earlier backup, and must not overwrite the one it was restored from.
 */
function freeFileName(taken: readonly string[], { due, now }: Night): string {
  let name = fileNameOf(due);
  for (let at = now.getTime(); taken.includes(name); at += minuteMs)
    name = fileNameOf(new Date(at));
  return name;
}

/** Sorts by time, and never matches other files. */
function fileNameOf(moment: Date): string {
  const [date = '', time = ''] = moment.toISOString().split('T');
  return `keydesk-daily-${date.replaceAll('-', '')}T${time.slice(0, 5).replace(':', '')}Z.gz`;
}

const doneSchema = z.object({
  /** The time at which it was due. */
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

/** Also clears the last failure. */
async function recordBackup(
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

async function recordFailure(
  db: Connection,
  failure: NonNullable<BackupRecord['failure']>,
): Promise<void> {
  await store(db, names.failure, failure);
}

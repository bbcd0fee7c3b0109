import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import { installation, jobRuns } from '../../db/schema.ts';
import { scheduledBackupJob } from './scheduled-backup.ts';

const scratch = scratchFolder();
const folder = join(scratch, 'nightly');
const campus = testCampus();
const admin = campus.resident('admin');
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['backup-done', 'backup-failure'])
    await campus.db.orm.delete(installation).where(eq(installation.name, name));
  await campus.db.orm.delete(jobRuns).where(eq(jobRuns.job, 'backup-failure'));
});
afterAll(() => rmSync(scratch, { recursive: true }));

const quiet = { notified: () => undefined } as unknown as Parameters<
  typeof scheduledBackupJob
>[0]['publisher'];

/** The job of a process of its own. */
function process(options: Partial<Parameters<typeof scheduledBackupJob>[0]> = {}) {
  return scheduledBackupJob({
    db: campus.db,
    databaseUrl: campus.databaseUrl,
    publisher: quiet,
    folder,
    keep: 3,
    timezone: () => 'Europe/Berlin',
    ...options,
  });
}

function day(date: number, time = '12:00') {
  return new Date(`2026-03-0${date}T${time}:00Z`);
}

test('a backup is written each night, whole and for its owner alone', async () => {
  const job = process();
  await job.run(day(1));
  await job.run(day(1, '23:00'));
  await job.run(day(2, '01:29'));
  expect(readdirSync(folder)).toEqual(['keydesk-daily-20260301T0130Z.gz']);
  await job.run(day(2, '01:30'));
  expect(readdirSync(folder)).toHaveLength(2);
  const path = join(folder, 'keydesk-daily-20260302T0130Z.gz');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ sha256: expect.any(String) });
});

test('the newest are kept, and files of others are left alone', async () => {
  mkdirSync(folder);
  const others = ['keydesk-2026-01-01.gz', 'keydesk-daily-old.gz', 'notes.txt'];
  for (const name of others) writeFileSync(join(folder, name), 'not ours');
  writeFileSync(join(folder, 'keydesk-daily-20260101T0130Z.gz.tmp'), 'cut short');
  const job = process();
  for (const date of [1, 2, 3, 4, 5]) await job.run(day(date));
  expect(readdirSync(folder).sort()).toEqual(
    [
      ...others,
      'keydesk-daily-20260303T0130Z.gz',
      'keydesk-daily-20260304T0130Z.gz',
      'keydesk-daily-20260305T0130Z.gz',
    ].sort(),
  );
});

test('a restored database, which forgets tonight’s backup, does not overwrite it', async () => {
  await process().run(day(1));
  const tonight = join(folder, 'keydesk-daily-20260301T0130Z.gz');
  const before = readFileSync(tonight);
  const forget = () =>
    campus.db.orm.delete(installation).where(eq(installation.name, 'backup-done'));
  await forget();
  await process().run(day(1, '13:07'));
  await forget();
  await process().run(day(1, '13:07'));
  expect(readdirSync(folder).sort()).toEqual([
    'keydesk-daily-20260301T0130Z.gz',
    'keydesk-daily-20260301T1307Z.gz',
    'keydesk-daily-20260301T1308Z.gz',
  ]);
  expect(readFileSync(tonight)).toEqual(before);
});

test('of several processes one makes the backup', async () => {
  const folders = ['a', 'b', 'c'].map((name) => join(folder, name));
  mkdirSync(folder);
  await Promise.all(folders.map((own) => process({ folder: own }).run(day(1))));
  await Promise.all(folders.map((own) => process({ folder: own }).run(day(1))));
  expect(readdirSync(folder)).toHaveLength(1);
});

test('what fails is told to the admins once, tried again, and forgotten when it succeeds', async () => {
  writeFileSync(folder, 'a file where the folder should be');
  const [first, second] = [process(), process()];
  await expect(first.run(day(1, '12:00'))).rejects.toThrow('EEXIST');
  await first.run(day(1, '12:14'));
  await expect(first.run(day(1, '12:15'))).rejects.toThrow('EEXIST');
  await expect(second.run(day(1, '12:16'))).rejects.toThrow('EEXIST');
  const { data } = await admin.get(api.listNotifications);
  expect(data.notifications).toMatchObject([
    { title: 'Backup failed', message: expect.stringContaining('EEXIST'), priority: 'high' },
  ]);
  rmSync(folder);
  await first.run(day(1, '12:30'));
  expect(readdirSync(folder)).toEqual(['keydesk-daily-20260301T0130Z.gz']);
  const rows = await campus.db.orm
    .select()
    .from(installation)
    .where(eq(installation.name, 'backup-failure'));
  expect(rows).toEqual([]);
});

test('a process that stops gives its backup up and leaves no file', async () => {
  const stopping = new AbortController();
  stopping.abort();
  await process().run(day(1), stopping.signal);
  expect(readdirSync(folder)).toEqual([]);
  expect((await admin.get(api.listNotifications)).data.notifications).toHaveLength(1);
});

test('the running program does so, and its metrics tell when', async () => {
  const desk = await campusOfTest({ BACKUP_DIR: folder });
  await expect
    .poll(async () => (await fetch(`${desk.url}/metrics`)).text(), { timeout: 60_000 })
    .toMatch(/^keydesk_backup_last_success_timestamp_seconds [1-9]\d+/m);
  expect(await (await fetch(`${desk.url}/metrics`)).text()).toMatch(
    /^keydesk_backup_last_size_bytes [1-9]\d+/m,
  );
  expect(readdirSync(folder)).toHaveLength(1);
});

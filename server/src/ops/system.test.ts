import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@keydesk/shared/api';
import { afterAll, expect, test } from 'vitest';
import { campusOfTest, testCampus } from '../../test/test-campus.ts';
import { pushSubscriptions } from '../db/schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'keydesk-test-'));
const campus = testCampus({ BACKUP_DIR: join(folder, 'nightly'), BACKUP_KEEP: '7' });
const admin = campus.resident('admin');
afterAll(() => rmSync(folder, { recursive: true }));

async function system(visitor = admin) {
  return (await visitor.get(api.system)).data;
}

test('an admin sees version, schema, database and the last backup', async () => {
  await expect.poll(async () => (await system()).backup.last, { timeout: 60_000 }).not.toBeNull();
  expect(await system()).toMatchObject({
    version: campus.config.version,
    environment: 'local',
    schema: expect.any(Number),
    database: { version: expect.stringMatching(/^\d+/), bytes: expect.any(Number) },
    backup: {
      keep: 7,
      last: { file: expect.stringContaining('keydesk-daily-'), bytes: expect.any(Number) },
      failure: null,
    },
  });
});

test('every process of the database is there as long as it lives', async () => {
  const names = async () => (await system()).processes.map(({ name }) => name.split(':').at(-1));
  const own = new URL(campus.url).port;
  await expect.poll(names).toEqual([own]);
  const second = await campus.another();
  await expect.poll(names).toEqual([own, new URL(second.url).port]);
  expect((await system()).processes[1]?.version).toBe(campus.config.version);
  await second.app.close();
  await expect.poll(names).toEqual([own]);
});

test('it counts who gets notifications on a device', async () => {
  await campus.db.orm.insert(pushSubscriptions).values(
    ['a', 'b'].map((name) => ({
      endpoint: `https://push.test/${name}`,
      userId: admin.user.id,
      sessionId: admin.secrets.sessionId,
      p256dh: 'p',
      auth: 'a',
    })),
  );
  expect((await system()).push).toEqual({ people: 1, browsers: 2 });
});

test('a backup that failed is told', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const other = await campusOfTest({ BACKUP_DIR: file });
  const visitor = await other.person('admin');
  await expect
    .poll(async () => (await system(visitor)).backup.failure?.reason, { timeout: 60_000 })
    .toContain('EEXIST');
});

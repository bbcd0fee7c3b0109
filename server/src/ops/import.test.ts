import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../test/audit.ts';
import { testCampus } from '../../test/test-campus.ts';
import { auditEvents, users } from '../db/schema.ts';

const campus = testCampus();
const script = fileURLToPath(new URL('../../../scripts/import.mjs', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Calls `npm run import -- people` as a job of every night would, beside the running server. */
async function nightly(content: string | Uint8Array, ...args: string[]) {
  const path = join(folder, 'people.csv');
  await writeFile(path, content);
  const child = spawn(process.execPath, [script, 'people', path, ...args], {
    env: { ...process.env, DATABASE_URL: campus.databaseUrl },
  });
  const [said, failure, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { said, failure, code };
}

const heading = 'Name;Email;Department;Faculty ID';
const lines = Array.from({ length: 40 }, (_, at) => `Pat ${at};pat${at}@campus.test;CSE;PAT-${at}`);
const fileOf = (...rows: string[]) => `${[heading, ...rows].join('\r\n')}\r\n`;

function people() {
  return campus.db.orm.select().from(users).orderBy(users.id);
}

function events() {
  return listAuditEvents(
    campus.db,
    inArray(auditEvents.action, ['import-users', 'create-user', 'change-user']),
  );
}

describe('the list of every night', () => {
  test('is shown without --apply, and changes nothing', async () => {
    const before = await people();
    const { said, code } = await nightly(fileOf(...lines));
    expect(code).toBe(0);
    expect(said).toContain('line 2, pat0@campus.test: create');
    expect(said).toContain('40 people added, 0 changed, 0 unchanged. Nothing was changed.');
    expect(await people()).toEqual(before);
  });

  test('is applied once; the same again changes nothing', async () => {
    expect((await nightly(fileOf(...lines), '--apply')).said).toContain('40 people added');
    const [stored, recorded] = [await people(), await events()];
    expect(stored.filter(({ inRecords }) => inRecords)).toHaveLength(40);
    expect(recorded).toHaveLength(41);
    const again = await nightly(fileOf(...lines), '--apply');
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('40 unchanged.') });
    expect(await people()).toEqual(stored);
    expect(await events()).toEqual(recorded);
  });

  test.each([
    ['ends within a row', (whole: string) => whole.slice(0, -20)],
    ['ends within a cell', (whole: string) => `${whole.slice(0, -4)}`],
    ['has a row cut short', (whole: string) => `${whole}Pat 40;pat40@cam\r\n`],
    ['lacks more than one in twenty', () => fileOf(...lines.slice(0, 37))],
    [
      'is in letters that nobody named',
      () => Buffer.from(fileOf('Zo\xeb;z@c.test;CSE;Z-1'), 'latin1'),
    ],
  ])('changes nothing if it %s', async (_why, cut) => {
    const before = await people();
    const { failure, code } = await nightly(cut(fileOf(...lines)), '--apply');
    expect(code).toBe(1);
    expect(failure).toMatch(/^import failed: .*Nothing was changed\./s);
    expect(await people()).toEqual(before);
  });

  test('marks who is missing in it, and removes nobody', async () => {
    const { said } = await nightly(fileOf(...lines.slice(0, 38)), '--apply');
    expect(said).toContain('left? Pat 38, pat38@campus.test');
    const left = () =>
      campus.db.orm.select().from(users).where(eq(users.email, 'pat39@campus.test'));
    expect(await left()).toMatchObject([{ leftRecordsAt: expect.any(Date), deletedAt: null }]);
    await nightly(fileOf(...lines.slice(0, 37), ...lines.slice(38)), '--apply');
    expect(await left()).toMatchObject([{ leftRecordsAt: null }]);
  });

  test('explains itself', async () => {
    const { failure, code } = await nightly(fileOf(...lines), '--aply');
    expect({ failure, code }).toEqual({
      code: 1,
      failure: expect.stringContaining('npm run import -- people FILE --apply'),
    });
  });
});

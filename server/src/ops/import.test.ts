import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../test/audit.ts';
import { runOn } from '../../test/operator-command.ts';
import { testCampus } from '../../test/test-campus.ts';
import { auditEvents, users } from '../db/schema.ts';
import { runImport } from './import.ts';

const campus = testCampus();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = join(root, 'scripts/import.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'records-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'people.csv');
  await writeFile(path, content);
  return path;
}

/** Does what `npm run import -- people` does every night, beside the running server. */
async function nightly(content: string | Uint8Array, ...more: string[]) {
  const args = ['people', await written(content), ...more];
  return runOn(campus.databaseUrl, () => runImport({ args, folder }));
}

/** Calls `npm run import -- people` as a job would. */
async function runScript(content: string | Uint8Array, ...args: string[]) {
  const path = await written(content);
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
    const { said, code } = await runScript(fileOf(...lines));
    expect(code).toBe(0);
    expect(said).toContain('line 2, pat0@campus.test: create');
    expect(said).toContain('40 people added, 0 changed, 0 unchanged. Nothing was changed.');
    expect(await people()).toEqual(before);
  });

  test('is applied once; the same again changes nothing', async () => {
    expect(await nightly(fileOf(...lines), '--apply')).toContain('40 people added');
    const [stored, recorded] = [await people(), await events()];
    expect(stored.filter(({ inRecords }) => inRecords)).toHaveLength(40);
    expect(recorded).toHaveLength(41);
    expect(await nightly(fileOf(...lines), '--apply')).toContain('40 unchanged.');
    expect(await people()).toEqual(stored);
    expect(await events()).toEqual(recorded);
  });

  test.each([
    ['ends within a row', (whole: string) => whole.slice(0, -20)],
    ['ends within a cell', (whole: string) => `${whole.slice(0, -4)}`],
    ['lacks more than one in twenty', () => fileOf(...lines.slice(0, 37))],
    [
      'is in letters that nobody named',
      () => Buffer.from(fileOf('Zo\xeb;z@c.test;CSE;Z-1'), 'latin1'),
    ],
  ])('changes nothing if it %s', async (_why, cut) => {
    const before = await people();
    await expect(nightly(cut(fileOf(...lines)), '--apply')).rejects.toThrow('Nothing was changed.');
    expect(await people()).toEqual(before);
  });

  test('marks who is missing in it, and removes nobody', async () => {
    expect(await nightly(fileOf(...lines.slice(0, 38)), '--apply')).toContain(
      'left? Pat 38, pat38@campus.test',
    );
    const left = () =>
      campus.db.orm.select().from(users).where(eq(users.email, 'pat39@campus.test'));
    expect(await left()).toMatchObject([{ leftRecordsAt: expect.any(Date), deletedAt: null }]);
    await nightly(fileOf(...lines.slice(0, 37), ...lines.slice(38)), '--apply');
    expect(await left()).toMatchObject([{ leftRecordsAt: null }]);
  });

  test('is applied without the rows that are refused, which it keeps with reasons', async () => {
    const refusedPath = join(folder, 'refused.csv');
    const { failure, code } = await runScript(
      fileOf(
        ...lines.slice(0, 37),
        'Pia;pia@campus.test;CSE;PIA-1',
        'Pat 39;pat39@cam',
        lines[38] ?? '',
      ),
      '--apply',
      '--refused',
      refusedPath,
    );
    expect(code).toBe(2);
    expect(failure).toMatch(/^import is incomplete: /);
    expect(failure).toContain(`1 person added, 0 changed, 38 unchanged. 1 row is refused.`);
    expect(await readFile(refusedPath, 'utf8')).toMatch(
      /^\ufeffName,Email,Department,Faculty ID,Reason\r\nPat 39,pat39@cam,,,.*2 cells instead of 4.*\r\n$/,
    );
    const [pat, pia] = await Promise.all(
      ['pat39@campus.test', 'pia@campus.test'].map((email) =>
        campus.db.orm.select().from(users).where(eq(users.email, email)),
      ),
    );
    expect(pat).toMatchObject([{ leftRecordsAt: null }]);
    expect(pia).toMatchObject([{ inRecords: true }]);
  });

  test('is applied by the line for cron, with the settings of the installation', async () => {
    const installed = join(folder, 'keydesk');
    for (const part of ['scripts', 'package.json'])
      await cp(join(root, part), join(installed, part), { recursive: true });
    await symlink(join(root, 'server'), join(installed, 'server'));
    await writeFile(join(folder, 'keydesk.env'), `DATABASE_URL=${campus.databaseUrl}\n`);
    await symlink(join(folder, 'keydesk.env'), join(installed, '.env'));
    const guide = await readFile(join(root, 'docs/operations.md'), 'utf8');
    const command = /^15 3 \* \* \* +keydesk +(.+)$/m.exec(guide)?.[1] ?? '';
    const { PATH, HOME } = process.env;
    const { stdout } = await promisify(execFile)(
      'sh',
      [
        '-c',
        command
          .replace('/opt/keydesk', installed)
          .replace('/srv/registrar/people.csv', await written(fileOf(...lines))),
      ],
      { env: { PATH, HOME } },
    );
    expect(stdout).toMatch(/^0 people added, 0 changed, 40 unchanged\.$/m);
  });

  test('explains itself', async () => {
    const { failure, code } = await runScript(fileOf(...lines), '--aply');
    expect(failure).toMatch(/^import failed: .*npm run import -- people FILE --apply/s);
    expect(code).toBe(1);
  });
});

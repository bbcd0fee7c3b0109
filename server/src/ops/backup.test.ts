import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';

const folder = scratchFolder();
const file = join(folder, 'campus.backup');
const staysOpen = 'data:text/javascript,setInterval(() => undefined, 1e6)';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Calls a command with an input that is never closed and something in it that never ends. */
async function call(name: 'backup' | 'restore', path = file) {
  const script = fileURLToPath(new URL(`../../../scripts/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, ['--import', staysOpen, script, path], {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said, failure, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { said, failure, code };
}

test('a command ends when it is done or refused, whatever is still open in its process', async () => {
  const { host, pathname } = new URL(database.url);
  expect(await call('backup')).toEqual({
    said: expect.stringMatching(
      new RegExp(`^Backed up \\d+ rows of \\d+ tables from ${host}${pathname} to ${file}\n$`),
    ),
    failure: '',
    code: 0,
  });
  expect(await call('restore')).toEqual({
    said: '',
    failure: expect.stringMatching(/^restore failed: .* Add --replace .*\n$/),
    code: 1,
  });
});

test('a backup replaces nothing but a regular file', async () => {
  const [pipe, link] = [join(folder, 'pipe'), join(folder, 'link')];
  execFileSync('mkfifo', [pipe]);
  symlinkSync('/dev/null', link);
  for (const path of [pipe, link, folder])
    expect(await call('backup', path)).toEqual({
      said: '',
      failure: `backup failed: ${path} is no regular file: name a new file, or one to replace.\n`,
      code: 1,
    });
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

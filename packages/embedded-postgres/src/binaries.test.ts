import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createMissingSymlinks, findBinaries, withShellSafeInitdb } from './binaries.ts';

test('the programs of this platform are found', () => {
  const { initdb, postgres } = findBinaries();
  expect([existsSync(initdb), existsSync(postgres)]).toEqual([true, true]);
});

test.each([
  ['sunos', 'x64'],
  ['win32', 'x64'],
] as const)('%s, which has none, is told to set DATABASE_URL', (platform, arch) => {
  expect(() => findBinaries(platform, arch)).toThrow(/No built-in PostgreSQL .* set DATABASE_URL/);
});

test('symlinks that the install script did not create are created, once', () => {
  const root = mkdtempSync(join(tmpdir(), 'keydesk-binaries-'));
  mkdirSync(join(root, 'native/lib'), { recursive: true });
  writeFileSync(join(root, 'native/lib/libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
  createMissingSymlinks(root);
  createMissingSymlinks(root);
  expect(readFileSync(join(root, 'native/lib/libpq.so.5'), 'utf8')).toBe('library');
  rmSync(root, { recursive: true });
});

test('initdb runs from a copy when a shell would misread its path', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'keydesk-binaries-')), 'a"b$c');
  mkdirSync(join(folder, 'native/bin'), { recursive: true });
  const initdb = join(folder, 'native/bin/initdb');
  writeFileSync(initdb, 'a program');
  let used = '';
  await withShellSafeInitdb(initdb, async (path) => {
    used = path;
    expect(path).not.toMatch(/["$]/);
    expect(readFileSync(path, 'utf8')).toBe('a program');
  });
  expect(existsSync(used)).toBe(false);
  rmSync(dirname(folder), { recursive: true });
});

test('initdb runs where it is when its path is plain', async () => {
  const { initdb } = findBinaries();
  expect(await withShellSafeInitdb(initdb, async (path) => path)).toBe(initdb);
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCommit } from './commit.mjs';
import { root } from './root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'keydesk-commit-'));
afterAll(() => rmSync(folder, { recursive: true }));

function git(...args) {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@campus.test'];
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8' }).trim();
}

test('a build names its commit, and says when files differ from it', () => {
  git('init', '--quiet');
  writeFileSync(join(folder, 'file'), 'one');
  git('add', 'file');
  git('commit', '--quiet', '-m', 'One', '--no-gpg-sign');
  const commit = git('rev-parse', '--short=9', 'HEAD');
  expect(readCommit(folder, '')).toBe(commit);
  writeFileSync(join(folder, 'file'), 'two');
  expect(readCommit(folder, '')).toBe(`${commit}-dirty`);
});

test('the version is that of the newest dated release in the changelog', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [, released, day] = /^## (\d\S*) \((\d{4}-\d\d-\d\d)\)$/m.exec(changelog) ?? [];
  expect(released).toBe(version);
  expect(day).toBeDefined();
});

test('outside a repository, even inside of another project, it names what it is told or nothing', () => {
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  expect(readCommit(unpacked, '')).toBe('');
  expect(readCommit(unpacked, ' 19061f4ab\n')).toBe('19061f4ab');
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findLockProblems } from './lock-problems.mjs';

const good = { version: '1.0.0', integrity: 'sha512-x' };

function lockWith(packages) {
  return { packages: { '': {}, ...packages } };
}

test('a lock with every optional package is complete, wherever npm placed it', () => {
  const parent = { ...good, optionalDependencies: { 'p-mac': '1.0.0', 'p-linux': '1.0.0' } };
  const lock = lockWith({
    'web/node_modules/p': parent,
    'web/node_modules/p-mac': good,
    'node_modules/p-linux': good,
  });
  expect(findLockProblems(lock)).toEqual([]);
});

test('an optional package of another platform that is not locked is a problem', () => {
  const parent = { ...good, optionalDependencies: { '@p/mac': '1.0.0' } };
  expect(
    findLockProblems(lockWith({ 'node_modules/@p/p': parent, 'other/node_modules/@p/mac': good })),
  ).toEqual(['node_modules/@p/p names @p/mac, which is not in the lock']);
});

test('a package without integrity, or tied to one registry, is a problem', () => {
  const lock = lockWith({
    'node_modules/p': { version: '1.0.0', resolved: 'https://registry.test/p.tgz' },
    'node_modules/bundled': { version: '1.0.0', inBundle: true },
    'node_modules/workspace': { resolved: 'server', link: true },
  });
  expect(findLockProblems(lock)).toEqual([
    'node_modules/p has no integrity',
    'node_modules/p is tied to registry.test',
  ]);
});

test('a package that rejects the oldest supported Node is a problem', () => {
  const lock = lockWith({
    'node_modules/new': { ...good, engines: { node: '>=22' } },
    'node_modules/old': { ...good, engines: { node: '^18 || ^20.10' } },
  });
  expect(findLockProblems(lock)).toEqual(['node_modules/new needs Node >=22, not 20.19.0']);
});

test('the lock of this repository has no problem', () => {
  const lock = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
  expect(findLockProblems(JSON.parse(lock))).toEqual([]);
});

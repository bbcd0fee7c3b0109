import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './file-lock.ts';
import { currentProcess } from './processes.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keydesk-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function mostAtOnce(callers: number): Promise<number> {
  let inside = 0;
  let most = 0;
  const enter = async () => {
    most = Math.max(most, ++inside);
    await turn();
    inside--;
  };
  await Promise.all(Array.from({ length: callers }, () => withLock(path, enter)));
  return most;
}

test('one caller at a time is inside', async () => {
  expect(await mostAtOnce(8)).toBe(1);
});

test('a lock whose holder is dead is taken over, by one caller at a time', async () => {
  const { pid } = spawnSync('true');
  writeFileSync(path, JSON.stringify({ pid, startedAt: 'once' }));
  expect(await mostAtOnce(8)).toBe(1);
});

test('a lock whose pid was given to another process is taken over', async () => {
  writeFileSync(path, JSON.stringify({ ...currentProcess(), startedAt: 'before' }));
  expect(await withLock(path, async () => 'inside')).toBe('inside');
});

test('the lock is free again after a failure, and leaves no file behind', async () => {
  const failing = withLock(path, async () => Promise.reject(new Error('inside')));
  await expect(failing).rejects.toThrow('inside');
  expect(readdirSync(folder)).toEqual([]);
});

import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { currentProcess, isAlive, type ProcessIdentity } from './processes.ts';

const pollMs = 20;
const patienceMs = 120_000;

/** Runs `work` while holding a lock against other processes and other callers in this one. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await acquire(path);
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

async function acquire(path: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!tryAcquire(path)) {
    const holder = readHolder(path);
    if (holder && !isAlive(holder)) await removeStale(path);
    else if (Date.now() > deadline) throw new Error(`${path} is held by process ${holder?.pid}`);
    else await delay(pollMs);
  }
}

/** A link appears together with its content, so a reader never sees a half-written lock. */
function tryAcquire(path: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(currentProcess()));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Two processes may find the same dead holder. Only the one that holds the lock's own lock
 * removes it, and only after looking again, so a fresh lock is never taken for the stale one.
 */
function removeStale(path: string): Promise<void> {
  return withLock(`${path}.stale`, async () => {
    const holder = readHolder(path);
    if (holder && !isAlive(holder)) rmSync(path, { force: true });
  });
}

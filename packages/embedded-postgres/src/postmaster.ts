import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, isRunning } from './processes.ts';

const pollMs = 10;

/** The main process of a running server. */
export type Postmaster = {
  pid: number;
  port: number;
  status: string;
};

/**
 * The running server of a cluster. Null if the recorded process is dead, or if its pid now belongs to
 * a process that has nothing to do with this cluster.
 */
export function findPostmaster(directory: string): Postmaster | null {
  const recorded = readRecord(directory);
  if (!recorded) return null;
  return commandLine(recorded.pid)?.includes(`-D ${directory} `) ? recorded : null;
}

/** Line 1 is the pid, line 4 the port, line 8 the status. */
function readRecord(directory: string): Postmaster | null {
  const lines = readLines(join(directory, 'postmaster.pid'));
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Waits until the server is ready; null if it has ended instead. */
export async function waitUntilReady(directory: string, pid: number): Promise<Postmaster | null> {
  while (isRunning(pid)) {
    const postmaster = findPostmaster(directory);
    if (postmaster?.pid === pid && postmaster.status === 'ready') return postmaster;
    await delay(pollMs);
  }
  return null;
}

/** Waits for the process to end; false if it has not ended in time. */
export async function waitForExit(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await delay(pollMs);
  }
  return true;
}

/** Signals a process; false if it is gone. */
export function kill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Identifies a process even after its pid has been reused for another. */
export type ProcessIdentity = {
  pid: number;
  startedAt: string;
};

/** The identity of this process. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: startTime(process.pid) ?? '' };
}

function startTime(pid: number): string | null {
  if (process.platform !== 'linux') return ps(['-o', 'lstart=', '-p', String(pid)]);
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (!stat) return null;
  // The second field is the name in brackets and may hold spaces; the third is the state.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z') return null;
  return `${bootId()}:${fields[19]}`;
}

function ps(args: string[]): string | null {
  try {
    return execFileSync('ps', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function bootId(): string {
  cachedBootId ??= (readOrNull('/proc/sys/kernel/random/boot_id') ?? '').trim();
  return cachedBootId;
}

/** Whether the recorded process itself is still running. */
export function isAlive(identity: ProcessIdentity): boolean {
  return startTime(identity.pid) === identity.startedAt;
}

/** Whether a process with this pid is running and not a zombie. */
export function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return startTime(pid) !== null;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a running process, or null when there is none. */
export function commandLine(pid: number): string | null {
  if (process.platform !== 'linux') return ps(['-o', 'command=', '-p', String(pid)]);
  const text = readOrNull(`/proc/${pid}/cmdline`);
  return text ? text.replaceAll('\0', ' ') : null;
}

let cachedBootId: string | undefined;

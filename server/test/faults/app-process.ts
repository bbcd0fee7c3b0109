import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { kill } from '@keydesk/embedded-postgres/postmaster';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The real program in a separate process. */
export type AppProcess = {
  url: string;
  pid: number;
  isRunning(): boolean;
  /** Resolves when it serves; rejects when it exits instead. */
  ready: Promise<void>;
  said: string[];
  complaints: string[];
  end(signal: NodeJS.Signals): Promise<void>;
};

export function startApp(port: number, variables: Record<string, string>): AppProcess {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const complaints: string[] = [];
  createInterface(child.stderr).on('line', (line) => complaints.push(line));
  const said: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => said.push(line));
  const saysReady = new Promise<void>((resolve) => {
    output.on('line', (line) => line.includes('is ready at') && resolve());
  });
  const ready = Promise.race([
    saysReady,
    exited.then(() => Promise.reject(new Error(`It ended: ${complaints.join('\n')}`))),
  ]);
  // A test that kills it during the start does not await `ready`.
  ready.catch(() => undefined);
  return {
    url,
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ready,
    said,
    complaints,
    async end(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/**
 * Kills a process and all its children like a power cut: each is stopped first, so that none can
 * react to another's end and write what was only in memory.
 */
export function killTree(pid: number): void {
  kill(pid, 'SIGSTOP');
  const all = [pid, ...childrenOf(pid)];
  for (const one of all) kill(one, 'SIGSTOP');
  for (const one of all) kill(one, 'SIGKILL');
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

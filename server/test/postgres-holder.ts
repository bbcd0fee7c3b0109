import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Another process that uses the embedded server of a data directory. */
export type PostgresHolder = {
  child: ChildProcess;
  /** Settles when the server is up there. */
  ready: Promise<{ url: string; pid: number }>;
  /** Sends the signal and waits for the process to be gone. */
  end(signal: NodeJS.Signals): Promise<void>;
};

/** Starts a process that uses the embedded server until it is ended. */
export function holdPostgres(dataDir: string): PostgresHolder {
  const program = fileURLToPath(new URL('./hold-postgres.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const line = once(createInterface(child.stdout), 'line');
  const ready = Promise.race([line, exited.then(() => Promise.reject(new Error('It ended')))]);
  return {
    child,
    ready: ready.then(([text]) => JSON.parse(text)),
    end: async (signal) => {
      child.kill(signal);
      await exited;
    },
  };
}

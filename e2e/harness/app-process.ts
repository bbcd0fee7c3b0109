import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@keydesk/embedded-postgres/server';

export type App = {
  url: string;
  stop(): Promise<void>;
};

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const startTimeoutMs = 60_000;
const pollMs = 100;

/**
 * Starts the product on a database, with `variables` over its defaults; resolves once it is ready.
 */
export async function startApp(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<App> {
  const port = variables.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME, TMPDIR } = process.env;
  const dataDir = mkdtempSync(join(tmpdir(), 'keydesk-e2e-'));
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: {
      ...{ PATH, HOME, TMPDIR },
      ...{ DATABASE_URL: databaseUrl, PORT: port, PUBLIC_URL: url, DATA_DIR: dataDir },
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  await Promise.race([
    waitUntilReady(url),
    exited.then(([code]) => Promise.reject(new Error(`The product ended with code ${code}`))),
  ]);
  return {
    url,
    async stop() {
      if (child.exitCode !== null) return;
      process.off('exit', kill);
      child.kill('SIGTERM');
      await exited;
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await pause(pollMs);
  }
  throw new Error(`${url} was not ready in time`);
}

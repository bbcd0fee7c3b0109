import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@keydesk/embedded-postgres/server';

export type Production = { url: string; pid: number; stop(): Promise<void> };

const program = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
const pollMs = 20;

export const origin = 'https://keys.bench.test';

/** The settings of a real installation, except that sign-in through the provider is impossible. */
const installation = {
  KEYDESK_ENV: 'pro',
  PUBLIC_URL: origin,
  GOOGLE_CLIENT_ID: 'bench',
  GOOGLE_CLIENT_SECRET: 'bench',
  SESSION_SECRET: 'a secret of the bench, known to all',
  ADMIN_EMAIL: 'admin@bench.test',
  SECURITY_EMAIL: 'security@bench.test',
  OIDC_ISSUER: 'https://127.0.0.1:1',
  STOP_GRACE_SECONDS: '0',
  SIGN_IN_DOMAINS: 'bench.test',
  NODE_ENV: 'production',
};

/** Starts the product with these variables; its log is written but discarded. */
export async function startProcess(variables: Record<string, string>): Promise<Production> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { PATH, HOME, TMPDIR, PORT: port, HOST: '127.0.0.1', ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The product ended with code ${code}`);
  });
  await Promise.race([ready(url), ended]);
  ended.catch(() => undefined);
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => stop(child).finally(() => process.off('exit', kill)),
  };
}

async function ready(url: string): Promise<void> {
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await pause(pollMs);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

export function startProduction(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<Production> {
  return startProcess({ ...installation, ...variables, DATABASE_URL: databaseUrl });
}

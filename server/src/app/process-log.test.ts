import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@keydesk/embedded-postgres/server';
import { afterEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
let stop = (): void => undefined;
afterEach(() => stop());

/** Starts the program with these settings and nothing else; ended after the test. */
function start(variables: Record<string, string>) {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, [program], { env: { PATH, HOME, TMPDIR, ...variables } });
  stop = () => child.kill('SIGKILL');
  return child;
}

test('a deployed process says in JSON with a time what is wrong with its settings', async () => {
  const lines = (await text(start({ KEYDESK_ENV: 'pro', PORT: '99999' }).stderr))
    .trim()
    .split('\n');
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: 50, time: expect.any(Number) });
  expect(lines.join()).toContain('PORT: must be a whole number');
  expect(await text(start({ PORT: '99999' }).stderr)).toMatch(/^PORT: must be a whole number/);
});

const warnsOnceItRuns = `
  const timer = setInterval(() => {
    if (process.listenerCount('uncaughtException') === 0) return;
    clearInterval(timer);
    process.emitWarning('old');
  }, 9);`;

test('so it does while it waits for its database, and of what Node warns', async () => {
  const port = await freePort();
  const child = start({
    KEYDESK_ENV: 'pro',
    PORT: String(port),
    PUBLIC_URL: 'https://keys.campus.example',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    SESSION_SECRET: 'x'.repeat(32),
    SIGN_IN_DOMAINS: 'campus.example',
    ADMIN_EMAIL: 'admin@campus.example',
    SECURITY_EMAIL: 'security@campus.example',
    DATABASE_URL: 'postgres://127.0.0.1:1/keydesk',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warnsOnceItRuns)}`,
  });
  const said: unknown[] = [];
  createInterface(child.stderr).on('line', (line) => said.push(JSON.parse(line)));
  const lineOf = (words: string) =>
    expect.objectContaining({ msg: expect.stringContaining(words) });
  await expect.poll(() => said).toContainEqual(lineOf('Waiting for the database'));
  await expect.poll(() => said).toContainEqual(lineOf('Warning: old'));
  for (const line of said) expect(line).toMatchObject({ time: expect.any(Number) });
});

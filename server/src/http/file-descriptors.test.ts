import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@keydesk/embedded-postgres/server';
import { expect, onTestFinished, test } from 'vitest';
import { insertUser } from '../../test/factories/users.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { openDatabase } from '../db/client.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const patiently = { timeout: 60_000 };

/** The program as a process that may have this many files open. */
async function startWithFiles(maxFiles: number) {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, () => undefined);
  // Someone is there already, so that no demo data are loaded.
  await insertUser(db);
  await db.pool.end();
  const port = await freePort();
  const command = `ulimit -n ${maxFiles} && exec "$0" "$@"`;
  const child = spawn('sh', ['-c', command, process.execPath, program], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await database.drop();
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await expect.poll(() => lines.join(), patiently).toContain('is ready at');
  return { port, lines };
}

/** Whether it is ready, asked on the agent's connection. */
function isReady(port: number, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/readyz', agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200));
    }).on('error', () => resolve(false));
  });
}

test('more connections than files: those that are there are served, and others again afterwards', async () => {
  const { port, lines } = await startWithFiles(160);
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => kept.destroy());
  expect(await isReady(port, kept)).toBe(true);

  let closed = 0;
  const crowd = Array.from({ length: 400 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .on('close', () => {
        closed += 1;
      })
      .resume(),
  );
  await expect.poll(() => closed, patiently).toBeGreaterThanOrEqual(300);
  expect(await isReady(port, kept)).toBe(true);

  for (const socket of crowd) socket.destroy();
  await expect.poll(() => isReady(port, new Agent()), patiently).toBe(true);
  const warnings = () => lines.filter((line) => line.includes('too many connections'));
  await expect.poll(warnings, patiently).toHaveLength(1);
});

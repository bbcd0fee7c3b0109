// Development mode: edits of the web appear at once, edits of the server restart it. Both share one
// address, where Vite forwards what is not the web's.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { watchServer } from './build-server.mjs';
import { installPackages } from './install-packages.mjs';
import { makeTexts, textsFolder } from './make-texts.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';

requireNode();
process.chdir(root);
if (!(await installPackages())) process.exit(1);

process.env.DEMO_DATA ||= 'simple';
const port = Number(process.env.PORT ?? 3000);
const address = `http://localhost:${port}`;
const serverPort = await freePort();
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** @type {import('vite').ViteDevServer | undefined} */
let web;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
const postgres = await holdPostgres();
let restarting = Promise.resolve();
const watcher = await watchServer(restart, printError);
watch(textsFolder, { recursive: true }, (_, name) => {
  if (name?.endsWith('.json')) makeTexts().catch(printError);
});
await untilServed();

// Vite's configuration reads the server's port from PORT.
process.env.PORT = String(serverPort);
const { createServer } = await import('vite');
const front = createHttpServer();
// With a port of its own Vite would end this process on a signal, and leave the server running.
web = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: { middlewareMode: { server: front }, ws: { server: front } },
  logLevel: 'warn',
});
front.on('request', web.middlewares);
await once(front.listen(port), 'listening');
process.stdout.write(`Keydesk is ready for changes at ${address}\n`);

/** Keeps the embedded PostgreSQL running across restarts of the server. */
async function holdPostgres() {
  if (process.env.DATABASE_URL) return undefined;
  const { register } = await import('tsx/esm/api');
  register();
  const { startEmbeddedPostgres } = await import('../packages/embedded-postgres/src/start.ts');
  return startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? join(root, 'data') });
}

function restart() {
  restarting = restarting.then(stopServer).then(startServer);
}

function startServer() {
  server = spawn(process.execPath, ['--enable-source-maps', join(root, 'server/dist/main.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PUBLIC_URL: address,
      STOP_GRACE_SECONDS: '0',
      ...process.env,
      PORT: String(serverPort),
    },
  });
}

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function stop() {
  await watcher?.close();
  await restarting.then(stopServer);
  await web?.close();
  await postgres?.stop();
  process.exit(0);
}

function printError({ message }) {
  process.stderr.write(`${message}\n`);
}

/** Waits until the server answers, also after an edit that mends a failed start. */
async function untilServed() {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${serverPort}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createSocket().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

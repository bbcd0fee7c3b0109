// Keydesk while it is being changed: an edit of the web is in the browser at once, an edit of the
// server restarts it. One address for both; Vite passes on what is not the web's.
import { spawn } from 'node:child_process';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { requireNode } from './require-node.mjs';
import { root } from './root.mjs';

requireNode();
process.chdir(root);
if (!(await installPackages())) process.exit(1);

const port = Number(process.env.PORT ?? 3000);
const address = `http://localhost:${port}`;
const serverPort = await freePort();

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', '--import', 'tsx', join(root, 'server/src/main.ts')],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PUBLIC_URL: address,
      STOP_GRACE_SECONDS: '0',
      ...process.env,
      PORT: String(serverPort),
    },
  },
);

/** @type {import('vite').ViteDevServer | undefined} */
let web;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
server.once('exit', stop);
await untilServed();

// The configuration of Vite reads from PORT where the server is.
process.env.PORT = String(serverPort);
const { createServer } = await import('vite');
web = await createServer({
  configFile: join(root, 'web/vite.config.ts'),
  server: { port, strictPort: true },
  logLevel: 'warn',
});
await web.listen();
process.stdout.write(`Keydesk is ready for changes at ${address}\n`);

async function stop() {
  const stopped = new Promise((resolve) => server.once('exit', resolve));
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM');
    await stopped;
  }
  await web?.close();
  process.exit(0);
}

/** Waits until the server answers: after a mended edit too, if it could not start at first. */
async function untilServed() {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${serverPort}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
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

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createTemplateResponder, serveWeb } from './web-files.ts';

const page =
  '<title>Keydesk</title><h1>Welcome to Keydesk</h1>' +
  '<template data-sign-in-error><b>SIGN_IN_ERROR</b></template>';

async function serving(productName: string, signInName = 'Google', content = page) {
  const folder = scratchFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'login.html'), content);
  await writeFile(join(folder, 'manifest.webmanifest'), '{ "name": "Keydesk" }');
  await writeFile(join(folder, 'service-worker.js'), 'const revision = "abc-Keydesk";');
  const answer = createTemplateResponder(folder, { productName, signInName });
  const app = Fastify();
  app.get('/login', (request, reply) => answer('login.html', request, reply));
  app.get('/failed', (request, reply) => answer('login.html', request, reply, 'Not <b>you</b>'));
  app.get('/manifest', (request, reply) => answer('manifest.webmanifest', request, reply));
  app.get('/worker', (request, reply) => answer('service-worker.js', request, reply));
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

test('the sign-in page and the manifest tell the configured name, whatever signs are in it', async () => {
  const get = await serving('R&D "Keys" <$&>');
  expect((await get('/login')).body).toBe(
    '<title>R&#38;D &#34;Keys&#34; &#60;$&#38;&#62;</title>' +
      '<h1>Welcome to R&#38;D &#34;Keys&#34; &#60;$&#38;&#62;</h1>' +
      '<template data-sign-in-error><b>SIGN_IN_ERROR</b></template>',
  );
  expect((await get('/manifest')).json()).toEqual({ name: 'R&D "Keys" <$&>' });
});

test('the sign-in page names another provider, without the mark of Google', async () => {
  const page =
    '<a href="/api/auth/google"><svg class="x" data-google-mark="true"><path></path></svg>' +
    'Continue with Google</a>';
  expect((await (await serving('Google Keys', 'Campus & Co', page))('/login')).body).toBe(
    '<a href="/api/auth/google">Continue with Campus &#38; Co</a>',
  );
  expect((await (await serving('Keys', 'Google', page))('/login')).body).toBe(page);
});

test('the sign-in page tells an error in the place that it keeps for one', async () => {
  const get = await serving('Keydesk');
  const failed = await get('/failed');
  expect(failed.body).toBe(
    '<title>Keydesk</title><h1>Welcome to Keydesk</h1><b>Not &#60;b&#62;you&#60;/b&#62;</b>',
  );
  expect(failed.headers.etag).not.toBe((await get('/login')).headers.etag);
});

test('they arrive as compressed as the browser takes them', async () => {
  const get = await serving('Keydesk');
  const read = async (accepted: string) => {
    const { headers, rawPayload } = await get('/login', { 'accept-encoding': accepted });
    return { encoding: headers['content-encoding'], payload: rawPayload };
  };
  const brotli = await read('gzip, deflate, br, zstd');
  expect([brotli.encoding, String(brotliDecompressSync(brotli.payload))]).toEqual(['br', page]);
  const zipped = await read('gzip;q=0.8, br;q=0');
  expect([zipped.encoding, String(gunzipSync(zipped.payload))]).toEqual(['gzip', page]);
  const plain = await read('');
  expect([plain.encoding, String(plain.payload)]).toEqual([undefined, page]);
});

test('a page that the browser has already is not sent again, one with another name is', async () => {
  const get = await serving('Keydesk');
  const first = await get('/login');
  expect(first.headers['cache-control']).toBe('no-cache');
  const tag = String(first.headers.etag);
  expect((await get('/login', { 'if-none-match': tag })).statusCode).toBe(304);
  const renamed = await serving('Campus Keys');
  expect((await renamed('/login', { 'if-none-match': tag })).statusCode).toBe(200);
});

test('another name makes another service worker, so that kept pages are fetched anew', async () => {
  const one = await (await serving('Keydesk'))('/worker');
  const other = await (await serving('Campus Keys'))('/worker');
  expect(one.body).toMatch(/^const revision = "abc-[0-9a-f]{8}";$/);
  expect(other.body).not.toBe(one.body);
  const otherProvider = await (await serving('Keydesk', 'Campus ID'))('/worker');
  expect(otherProvider.body).not.toBe(one.body);
});

test('the licences of what the web bundle, the image and the bundle of the server carry are there to read', async () => {
  type Locked = Record<string, { version: string; dev?: true; link?: true }>;
  const lock = new URL('../../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(await readFile(lock, 'utf8')) as { packages: Locked };
  const entries = Object.entries(packages).map(([path, entry]) => {
    const name = path.replace(/^.*node_modules\//, '');
    return { path, name, heading: `# ${name} ${entry.version}`, ...entry };
  });
  const production = entries.filter(
    ({ path, dev, link }) => path.includes('node_modules/') && !dev && !link,
  );
  const bundled = ['fastify', 'pg', 'drizzle-orm', 'socket.io'];
  const carried = [...production, ...entries.filter(({ name }) => bundled.includes(name))];
  expect(carried.length).toBeGreaterThan(100);

  const app = Fastify();
  await serveWeb(app, { productName: 'Keydesk', signInName: 'Google' });
  const { body, headers } = await app.inject({ url: '/licences.txt' });
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const headings = new Set(body.match(/^# .+$/gm));
  expect(carried.filter(({ heading }) => !headings.has(heading))).toEqual([]);
  expect(body).toContain('Copyright (c) 2010 - 2021 Brian Carlson');
  expect(headings).not.toContain(entries.find(({ name }) => name === 'vitest')?.heading);
});

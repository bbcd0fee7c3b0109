import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

const rooms = { rooms: Array.from({ length: 100 }, (_, index) => `Room ${index}`) };

function serving(answer: object) {
  const app = Fastify();
  compressAnswers(app);
  app.get('/answer', async () => answer);
  app.post('/answer', async () => answer);
  app.get('/compressed', (_, reply) =>
    reply.header('content-encoding', 'gzip').type('application/json').send(JSON.stringify(answer)),
  );
  app.get('/file', (_, reply) => reply.type('text/csv').send(JSON.stringify(answer)));
  return (accepted: string, url = '/answer', method: 'GET' | 'POST' = 'GET') =>
    app.inject({ method, url, headers: { 'accept-encoding': accepted } });
}

test('a long answer arrives as compressed as the client takes it', async () => {
  const get = serving(rooms);
  const brotli = await get('gzip, deflate, br, zstd');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
  expect(brotli.rawPayload.length).toBeLessThan(JSON.stringify(rooms).length / 2);
  expect(JSON.parse(String(brotliDecompressSync(brotli.rawPayload)))).toEqual(rooms);
  const zipped = await get('gzip, br;q=0');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(String(gunzipSync(zipped.rawPayload)))).toEqual(rooms);
  const plain = await get('');
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers.vary).toBe('Accept-Encoding');
  expect(plain.json()).toEqual(rooms);
});

test('a short one, one that is compressed already, and files stay as they are', async () => {
  const short = { text: 'x'.repeat(900) };
  expect((await serving(short)('br')).json()).toEqual(short);
  for (const url of ['/compressed', '/file'])
    expect((await serving(rooms)('br', url)).body, url).toBe(JSON.stringify(rooms));
});

test('an answer with a token, and one to a write, whose length could betray a secret, stay as well', async () => {
  const secret = { ...rooms, token: 'abc' };
  expect((await serving(secret)('br')).json()).toEqual(secret);
  expect((await serving(rooms)('br', '/answer', 'POST')).json()).toEqual(rooms);
  const entered = { ...rooms, name: 'my "token": here' };
  expect((await serving(entered)('br')).headers['content-encoding']).toBe('br');
});

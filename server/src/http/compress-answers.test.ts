import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answeredNotModified, compressAnswers, varyBy } from './answers.ts';

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
  app.get('/tagged', async (request, reply) => {
    varyBy(reply, 'accept-encoding');
    return answeredNotModified(request, reply, '"1"') ?? answer;
  });
  app.get('/unchanged', (_, reply) => reply.code(304).send());
  return (
    accepted: string,
    url = '/answer',
    method: 'GET' | 'HEAD' | 'POST' = 'GET',
    headers: Record<string, string> = {},
  ) => app.inject({ method, url, headers: { 'accept-encoding': accepted, ...headers } });
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

test('caches tell all that is read as JSON apart by encoding, also a short answer and a 304', async () => {
  const get = serving({ text: 'short' });
  const read = [await get('br'), await get('br', '/answer', 'HEAD'), await get('', '/unchanged')];
  expect(read.map(({ headers }) => headers.vary)).toEqual(read.map(() => 'Accept-Encoding'));
  expect((await get('br', '/tagged')).headers.vary).toBe('accept-encoding, Accept-Language');
  const others = [await get('br', '/file'), await get('br', '/answer', 'POST')];
  for (const { headers } of others) expect(headers).not.toHaveProperty('vary');
});

test('the entity tag is the same weak one in every encoding, and brings a 304', async () => {
  const get = serving(rooms);
  for (const encoding of ['br', 'gzip', '']) {
    const { etag = '' } = (await get(encoding, '/tagged')).headers;
    expect(etag).toBe('W/"1"');
    const again = await get('gzip', '/tagged', 'GET', { 'if-none-match': String(etag) });
    expect(again).toMatchObject({ statusCode: 304, headers: { etag }, body: '' });
  }
});

test('four are compressed at once; what comes meanwhile goes out as it is', async () => {
  const large = { text: Array.from({ length: 100_000 }, (_, index) => `Room ${index}`) };
  const get = serving(large);
  const answers = await Promise.all(Array.from({ length: 7 }, () => get('br')));
  const compressed = answers.filter(({ headers }) => headers['content-encoding'] === 'br');
  expect(compressed).toHaveLength(4);
  const plain = answers.filter((answer) => !compressed.includes(answer));
  expect(plain.map(({ headers }) => headers.vary)).toEqual(plain.map(() => 'Accept-Encoding'));
  expect(plain[0]?.json()).toEqual(large);
  expect((await get('br')).headers['content-encoding']).toBe('br');
});

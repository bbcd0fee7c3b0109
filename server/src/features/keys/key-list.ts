import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { type KeyReader, presentKey } from './present.ts';
import { keyListVersion, listActiveKeys } from './queries.ts';

const compress = promisify(gzip);

/** The whole key list as it leaves: JSON, the same gzipped, and its entity tag. */
type CachedKeyList = { etag: string; plain: Buffer; gzipped: Buffer };

/** A process that misses another's hint notices by itself after this long. */
const revalidateAfterMs = 1_000;

export type KeyListCache = {
  read(reader: KeyReader): Promise<CachedKeyList>;
  /** Says that a key has changed: the next read asks the database. */
  invalidate(): void;
};

/** Keeps the unfiltered key list as ready bytes for as long as its version stands. */
export function createKeyListCache(db: Database, clock: () => number = Date.now): KeyListCache {
  let version = '';
  let trustedUntil = 0;
  let generation = 0;
  let refreshed = 0;
  const bytes = new Map<KeyReader, Promise<CachedKeyList>>();

  const build = async (reader: KeyReader, of: string): Promise<CachedKeyList> => {
    const keys = (await listActiveKeys(db)).map((row) => presentKey(row, reader));
    const plain = Buffer.from(JSON.stringify({ success: true, data: { keys } }));
    return { etag: `"${reader}-${of}"`, plain, gzipped: await compress(plain, { level: 5 }) };
  };

  const refresh = async (): Promise<void> => {
    const asked = generation;
    const current = await keyListVersion(db);
    // A slow answer from before a change must not displace the answer from after it.
    if (asked < refreshed) return;
    refreshed = asked;
    if (current !== version) {
      version = current;
      bytes.clear();
    }
    if (asked === generation) trustedUntil = clock() + revalidateAfterMs;
  };

  return {
    async read(reader) {
      if (clock() >= trustedUntil) await refresh();
      const ready = bytes.get(reader);
      if (ready) return ready;
      const built = build(reader, version);
      bytes.set(reader, built);
      built.catch(() => bytes.delete(reader));
      return built;
    },
    invalidate() {
      generation += 1;
      trustedUntil = 0;
    },
  };
}

/**
 * Answers with the whole key list: ready bytes, gzipped where accepted, 304 where unchanged. No
 * browser stores it, since browsers are shared: a client that wants a 304 sends the tag by itself.
 */
export async function sendKeyList(
  cache: KeyListCache,
  reader: KeyReader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { etag, plain, gzipped } = await cache.read(reader);
  reply.header('vary', 'Accept-Encoding').header('etag', etag);
  if (headerIncludes(stripWeakPrefix(request.headers['if-none-match']), etag))
    return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  return headerIncludes(request.headers['accept-encoding'], 'gzip')
    ? reply.header('content-encoding', 'gzip').send(gzipped)
    : reply.send(plain);
}

function headerIncludes(header: string | string[] | undefined, value: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => part.trim().split(';')[0] === value);
}

/** Proxies that compress mark a tag as weak; for If-None-Match it stays the same tag. */
function stripWeakPrefix(header: string | undefined): string | undefined {
  return header?.replaceAll('W/"', '"');
}

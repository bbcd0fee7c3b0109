import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyReader } from '../../core/live/key-readers.ts';
import type { Database } from '../../db/client.ts';
import { answeredNotModified, headerIncludes, varyBy } from '../../http/answers.ts';
import { inLanguage } from '../../http/language.ts';
import { presentKey } from './present.ts';
import { type KeyPlace, keyListVersion, listActiveKeys, listKeyPlaces } from './queries.ts';

const compress = promisify(gzip);

/** The whole key list as sent: JSON, the same gzipped, and its entity tag. */
type CachedKeyList = { etag: string; plain: Buffer; gzipped: Buffer };

/** A process that misses the announcement of a change notices it after this long. */
const revalidateAfterMs = 1_000;

/** The keys as access rules see them; `version` changes with them. */
type KeyPlaces = { version: string; keys: readonly KeyPlace[] };

export type KeyListCache = {
  read(reader: KeyReader): Promise<CachedKeyList>;
  places(): Promise<KeyPlaces>;
  /** Call it when a key has changed: the next read queries the database. */
  invalidate(): void;
};

/** Caches the unfiltered key list as bytes until its version changes. */
export function createKeyListCache(db: Database, clock: () => number = Date.now): KeyListCache {
  let version = '';
  let freshUntil = 0;
  let generation = 0;
  let lastGeneration = 0;
  const cached = new Map<KeyReader, Promise<CachedKeyList>>();
  let places: Promise<KeyPlaces> | undefined;

  const build = async (reader: KeyReader, listVersion: string): Promise<CachedKeyList> => {
    const rows = await listActiveKeys(db);
    // Readers of any language share it; pages put `recallCause` into words.
    const keys = inLanguage('en', () => rows.map((row) => presentKey(row, reader)));
    const plain = Buffer.from(JSON.stringify({ success: true, data: { keys } }));
    return {
      etag: `"${reader}-${listVersion}"`,
      plain,
      gzipped: await compress(plain, { level: 5 }),
    };
  };

  const refresh = async (): Promise<void> => {
    const requestGeneration = generation;
    const current = await keyListVersion(db);
    // A slow answer from before a change must not replace the one from after it.
    if (requestGeneration < lastGeneration) return;
    lastGeneration = requestGeneration;
    if (current !== version) {
      version = current;
      cached.clear();
      places = undefined;
    }
    if (requestGeneration === generation) freshUntil = clock() + revalidateAfterMs;
  };

  return {
    async read(reader) {
      if (clock() >= freshUntil) await refresh();
      const ready = cached.get(reader);
      if (ready) return ready;
      const built = build(reader, version);
      cached.set(reader, built);
      built.catch(() => cached.delete(reader));
      return built;
    },
    async places() {
      if (clock() >= freshUntil) await refresh();
      places ??= readPlaces(db).catch((error: unknown) => {
        places = undefined;
        throw error;
      });
      return places;
    },
    invalidate() {
      generation += 1;
      freshUntil = 0;
    },
  };
}

async function readPlaces(db: Database): Promise<KeyPlaces> {
  const keys = await listKeyPlaces(db);
  const version = createHash('sha256').update(JSON.stringify(keys)).digest('base64url');
  return { version: version.slice(0, 16), keys };
}

/** Gzipped if accepted, 304 if unchanged. */
export async function sendKeyList(
  cache: KeyListCache,
  reader: KeyReader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { etag, plain, gzipped } = await cache.read(reader);
  varyBy(reply, 'Accept-Encoding');
  if (answeredNotModified(request, reply, etag)) return reply;
  reply.type('application/json; charset=utf-8');
  return headerIncludes(request.headers['accept-encoding'], 'gzip')
    ? reply.header('content-encoding', 'gzip').send(gzipped)
    : reply.send(plain);
}

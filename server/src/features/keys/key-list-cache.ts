import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Database } from '../../db/client.ts';
import { type KeyReader, presentKey } from './keys.presenter.ts';
import { keyListVersion, listActiveKeys } from './keys.repository.ts';

const compress = promisify(gzip);

/** The whole key list as it leaves: JSON, the same gzipped, and its entity tag. */
type KeyListBytes = { etag: string; plain: Buffer; gzipped: Buffer };

/** A process that misses another's hint notices by itself after this long. */
const trustedMs = 1_000;

export type KeyListCache = {
  read(reader: KeyReader): Promise<KeyListBytes>;
  /** Says that a key has changed: the next read asks the database. */
  invalidate(): void;
};

/** Keeps the unfiltered key list as ready bytes for as long as its version stands. */
export const createKeyListCache = (db: Database, clock: () => number = Date.now): KeyListCache => {
  let version = '';
  let trustedUntil = 0;
  let generation = 0;
  let refreshed = 0;
  const bytes = new Map<KeyReader, Promise<KeyListBytes>>();

  const build = async (reader: KeyReader, of: string): Promise<KeyListBytes> => {
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
    if (asked === generation) trustedUntil = clock() + trustedMs;
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
};

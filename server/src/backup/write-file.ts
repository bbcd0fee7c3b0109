import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * Writes compressed bytes to a file that appears whole or not at all, and survives a power cut once
 * it has. Only its owner may read it: it holds people's data and the installation's secrets.
 */
export const writeCompressed = async (
  path: string,
  bytes: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> => {
  const draft = `${path}.tmp`;
  try {
    await rm(draft, { force: true });
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(bytes, { objectMode: false }), createGzip(), file, {
      ...(signal && { signal }),
    });
    await sync(draft);
    await rename(draft, path);
    await sync(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

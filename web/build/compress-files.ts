import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|html|svg|wasm|webmanifest)$/;
/** Smaller files fit into one packet anyway. */
const minBytes = 1_000;

/** Compresses at build time, so that the server does not have to. */
export async function compressFiles(dist: string): Promise<void> {
  const paths = filesIn(dist).filter((path) => compressible.test(path));
  await Promise.all(paths.map((path) => compress(join(dist, path))));
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minBytes) return;
  await writeFile(`${path}.br`, await toBrotli(content));
  await writeFile(`${path}.gz`, await toGzip(content));
}

function toBrotli(content: Buffer) {
  return promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}

function toGzip(content: Buffer) {
  return promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

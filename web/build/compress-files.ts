import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { filesIn } from './dist-files.ts';

const compressible = /\.(js|css|html|svg|wasm|webmanifest)$/;
/** Smaller files fit one packet either way. */
const worthwhile = 1_000;

const byBrotli = (content: Buffer) =>
  promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
const byGzip = (content: Buffer) =>
  promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });

const compress = async (path: string): Promise<void> => {
  const content = await readFile(path);
  if (content.length < worthwhile) return;
  await writeFile(`${path}.br`, await byBrotli(content));
  await writeFile(`${path}.gz`, await byGzip(content));
};

/** Lays a compressed copy beside every file that gains by it, so that serving costs nothing. */
export const compressFiles = async (dist: string): Promise<void> => {
  const paths = filesIn(dist).filter((path) => compressible.test(path));
  await Promise.all(paths.map((path) => compress(join(dist, path))));
};

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jsQr from 'jsqr';
import { readBarcodes } from 'zxing-wasm/reader';
import { toGrey } from '../../web/src/features/scanner/grey-image.ts';

/** The texts that a program finds in a picture; null if it is not installed. */
type Reader = (picture: ImageData) => Promise<string[] | null>;

/** The other programs whose figures stand beside ours. */
export type OtherReaders = Record<'zbar' | 'jsQR' | 'zxing-wasm alone', Reader>;

export async function withOtherReaders<T>(work: (readers: OtherReaders) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-zbar-'));
  try {
    return await work({ zbar: zbarIn(folder), jsQR, 'zxing-wasm alone': decoderAlone });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function decoderAlone(picture: ImageData): Promise<string[]> {
  const found = await readBarcodes(picture, { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}

/** Finds one code at most. */
async function jsQR({ data, width, height }: ImageData): Promise<string[]> {
  const found = jsQr(data, width, height);
  return found ? [found.data] : [];
}

/** zbar's command line, of Debian's zbar-tools; it exits with 4 if it finds nothing. */
function zbarIn(folder: string): Reader {
  const file = join(folder, 'frame.pgm');
  const options = ['--quiet', '--raw', '--nodbus', '-Sdisable', '-Sqrcode.enable', file];
  return async (picture) => {
    const { data, width, height } = toGrey(picture);
    const head = Buffer.from(`P5 ${width} ${height} 255\n`);
    await writeFile(file, Buffer.concat([head, Buffer.from(data)]));
    const output = await promisify(execFile)('zbarimg', options).catch((error) => {
      if (error.code === 4) return { stdout: '' };
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    return output ? output.stdout.split('\n').filter((line) => line !== '') : null;
  };
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readBarcodes } from 'zxing-wasm/reader';
import { createCodeWatcher } from '../../web/src/features/scanner/code-watcher.ts';
import { decodeFrame } from '../../web/src/features/scanner/decode.ts';
import type { GreyImage } from '../../web/src/features/scanner/grey-image.ts';
import { toImageData } from '../../web/src/features/scanner/testing/to-image-data.ts';
import type { Row } from '../report.ts';
import { type AwkwardCase, awkwardCases } from './awkward-frames.ts';

const firstSeed = 70_000;
const looks = 4;
const lookEveryMs = 200;

type Reader = (frame: GreyImage) => Promise<string[]>;

/** Clear pictures that are not as a scanner expects them, each looked at four times. */
export async function benchAwkward(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-zbar-'));
  try {
    const rows: Row[] = [];
    for (const awkward of awkwardCases) rows.push(await rowFor(awkward, zbarIn(folder)));
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function rowFor({ name, frames, frameFor }: AwkwardCase, zbar: Reader): Promise<Row> {
  const read = { ours: 0, alone: 0, zbar: 0 };
  const readers = { ours: reported, alone: decoderAlone, zbar };
  let hasZbar = true;
  for (let seed = firstSeed; seed < firstSeed + frames; seed += 1) {
    const { frame, wanted } = frameFor(seed);
    for (const who of ['ours', 'alone', 'zbar'] as const) {
      if (who === 'zbar' && !hasZbar) continue;
      const texts = await readers[who](frame).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        hasZbar = false;
        return [] as string[];
      });
      const hasMore = who === 'ours' && texts.length > wanted.length;
      if (!hasMore && wanted.every((text) => texts.includes(text))) read[who] += 1;
    }
  }
  const beside = hasZbar ? `zbar ${read.zbar}` : 'zbarimg is not installed';
  return {
    what: `${name}, read of ${frames}`,
    ours: String(read.ours),
    reference: `${beside}, zxing-wasm alone ${read.alone}`,
    ratio: '',
    goal: hasZbar ? '≥ 0.9 × zbar' : '',
    met: hasZbar ? read.ours >= 0.9 * read.zbar : undefined,
  };
}

/** What the desk is given when it looks at the picture several times. */
async function reported(frame: GreyImage): Promise<string[]> {
  const watcher = createCodeWatcher();
  const image = toImageData(frame);
  for (let look = 0; look < looks; look += 1) {
    const codes = watcher.see(await decodeFrame(image, look), look * lookEveryMs);
    if (codes.length > 0) return codes.map(({ text }) => text);
  }
  return [];
}

async function decoderAlone(frame: GreyImage): Promise<string[]> {
  const found = await readBarcodes(toImageData(frame), { formats: ['QRCode'] });
  return found.map(({ text }) => text);
}

/** zbar's command line, of Debian's zbar-tools; it exits with 4 if it finds nothing. */
function zbarIn(folder: string): Reader {
  const file = join(folder, 'frame.pgm');
  const options = ['--quiet', '--raw', '--nodbus', '-Sdisable', '-Sqrcode.enable', file];
  return async ({ data, width, height }) => {
    const head = Buffer.from(`P5 ${width} ${height} 255\n`);
    await writeFile(file, Buffer.concat([head, Buffer.from(data)]));
    const { stdout } = await promisify(execFile)('zbarimg', options).catch((error) => {
      if (error.code === 4) return { stdout: '' };
      throw error;
    });
    return stdout.split('\n').filter((line) => line !== '');
  };
}

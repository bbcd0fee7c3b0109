import { createCodeWatcher } from '../../web/src/features/scanner/code-watcher.ts';
import { decodeFrame } from '../../web/src/features/scanner/decode.ts';
import { toImageData } from '../../web/src/features/scanner/testing/to-image-data.ts';
import type { Row } from '../report.ts';
import { type AwkwardCase, awkwardCases } from './awkward-frames.ts';
import { type OtherReaders, withOtherReaders } from './readers.ts';

const firstSeed = 70_000;
const looks = 4;
const lookEveryMs = 200;

/** Clear pictures that are not as a scanner expects them, each looked at four times. */
export function benchAwkward(): Promise<Row[]> {
  return withOtherReaders(async (others) => {
    const rows: Row[] = [];
    for (const awkward of awkwardCases) rows.push(await rowFor(awkward, others));
    return rows;
  });
}

const names = ['zbar', 'jsQR', 'zxing-wasm alone'] as const;

async function rowFor(awkward: AwkwardCase, others: OtherReaders): Promise<Row> {
  const { name, frames, frameFor } = awkward;
  const read = { ours: 0, zbar: 0, jsQR: 0, 'zxing-wasm alone': 0 };
  let hasZbar = true;
  for (let seed = firstSeed; seed < firstSeed + frames; seed += 1) {
    const { frame, wanted } = frameFor(seed);
    const picture = toImageData(frame);
    const hasAll = (texts: string[]) => wanted.every((text) => texts.includes(text));
    const given = await reported(picture);
    if (given.length <= wanted.length && hasAll(given)) read.ours += 1;
    for (const other of names) {
      const texts = await others[other](picture);
      if (!texts) hasZbar = false;
      else if (hasAll(texts)) read[other] += 1;
    }
  }
  const zbar = hasZbar ? `zbar ${read.zbar}` : 'zbarimg is not installed';
  return {
    what: `${name}, read of ${frames}`,
    ours: String(read.ours),
    reference: `${zbar}, jsQR ${read.jsQR}, zxing-wasm alone ${read['zxing-wasm alone']}`,
    ratio: '',
    goal: hasZbar ? '≥ 0.9 × zbar' : '',
    met: hasZbar ? read.ours >= 0.9 * read.zbar : undefined,
  };
}

/** What the desk is given when it looks at the picture several times. */
async function reported(picture: ImageData): Promise<string[]> {
  const watcher = createCodeWatcher();
  for (let look = 0; look < looks; look += 1) {
    const codes = watcher.see(await decodeFrame(picture, look), look * lookEveryMs);
    if (codes.length > 0) return codes.map(({ text }) => text);
  }
  return [];
}

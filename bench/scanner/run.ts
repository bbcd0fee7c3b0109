/**
 * How many hard frames the scanner reads and how long it takes, beside the decoder alone:
 * `npx tsx bench/scanner/run.ts [frames for each kind of code]`
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readBarcodes } from 'zxing-wasm/reader';
import { decodeFrame, loadDecoder } from '../../web/src/features/scanner/decode.ts';
import { toImageData } from '../../web/src/features/scanner/grey-image.ts';
import { type CodeCase, codeCases } from './cases.ts';
import { degradedFrame } from './degraded-frame.ts';
import { count, type Decode, describe, type Measured, tally } from './measure.ts';

const FIRST_SEED = 90_000;

type Pair = { reference: Measured; ours: Measured };

const newPair = (): Pair => ({ reference: tally('zxing-wasm alone'), ours: tally('scanner') });

const decoderAlone: Decode = async (frame) => {
  const [found] = await readBarcodes(frame, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text ?? null;
};

async function measureCase(code: CodeCase, frames: number, total: Pair): Promise<void> {
  const { reference, ours } = newPair();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + frames; seed += 1) {
    const text = code.textFor(seed);
    const frame = toImageData(degradedFrame(seed, text, code.ecc));
    await count([reference, total.reference], decoderAlone, frame, text);
    await count([ours, total.ours], decodeFrame, frame, text);
  }
  process.stdout.write(describe(code.name, reference, ours));
}

async function main(framesEach: number): Promise<void> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await loadDecoder({ wasmBinary: new Uint8Array(await readFile(wasm)).buffer });
  const total = newPair();
  for (const code of codeCases) await measureCase(code, framesEach, total);
  process.stdout.write(describe('all', total.reference, total.ours));
}

await main(Number(process.argv[2] ?? 100));

/**
 * How many hard frames the scanner reads and how long it takes, beside the decoder alone:
 * `npx tsx bench/scanner/run.ts [frames for each kind of code]`
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readBarcodes } from 'zxing-wasm/reader';
import { decodeFrame, loadDecoder } from '../../web/src/features/scanner/decode.ts';
import { toImageData } from '../../web/src/features/scanner/grey-image.ts';
import { codeCases } from './cases.ts';
import { degradedFrame } from './degraded-frame.ts';
import { count, type Decode, describe, tally } from './measure.ts';

const FIRST_SEED = 90_000;

const decoderAlone: Decode = async (frame) => {
  const [found] = await readBarcodes(frame, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text ?? null;
};

async function main(framesEach: number): Promise<void> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await loadDecoder({ wasmBinary: new Uint8Array(await readFile(wasm)).buffer });
  for (const { name, ecc, textFor } of codeCases) {
    const ours = tally(`${name}: scanner`);
    const reference = tally(`${name}: zxing-wasm alone`);
    for (let seed = FIRST_SEED; seed < FIRST_SEED + framesEach; seed += 1) {
      const text = textFor(seed);
      const frame = toImageData(degradedFrame(seed, text, ecc));
      await count(reference, decoderAlone, frame, text);
      await count(ours, decodeFrame, frame, text);
    }
    const ratio = (ours.read / reference.read).toFixed(2);
    process.stdout.write(`${describe(reference)}\n${describe(ours)}   ${ratio}×\n`);
  }
}

await main(Number(process.argv[2] ?? 100));

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readBarcodes } from 'zxing-wasm/reader';
import { decodeFrame, loadDecoder } from '../../web/src/features/loans/scanner/decode.ts';
import { toImageData } from '../../web/src/features/loans/scanner/testing/to-image-data.ts';
import { inMs, percentile, type Row, times } from '../report.ts';
import { codeCases } from './cases.ts';
import { degradedFrame, ourFace, vnrKeysFace } from './degraded-frame.ts';

const firstSeed = 90_000;
const framesEach = 60;
/** The scanner of vnr-keys and its decoder alone, measured earlier on this kind of machine. */
const stated = { scanner: 0.4, alone: 0.68 };
const goals = { share: 0.73, medianMs: 10, p95Ms: 65, json: 2.5, compact: 4 };

const decoderAlone: Decode = async (frame) => {
  const [found] = await readBarcodes(frame, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text ?? null;
};

function scannerAt(look: number): Decode {
  return async (frame) => (await decodeFrame(frame, look))[0]?.text ?? null;
}

type Pair = { ours: Measured; alone: Measured };

/** 720p frames, blurred, tilted, noisy and dim: how many are read, and how fast. */
export async function benchScanner(): Promise<Row[]> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await loadDecoder({ wasmBinary: new Uint8Array(await readFile(wasm)).buffer });
  const total = newPair();
  const byForm = { JSON: newPair(), compact: newPair() };
  const theirCode = tally();
  const rows: Row[] = [];
  for (const code of codeCases) {
    const own = newPair();
    const tallies = [own, byForm[code.form], total];
    const [alone, ours] = [tallies.map((pair) => pair.alone), tallies.map((pair) => pair.ours)];
    for (let seed = firstSeed; seed < firstSeed + framesEach; seed += 1) {
      const text = code.textFor(seed);
      const frame = toImageData(degradedFrame(seed, ourFace(text, code.ecc)));
      await count(alone, decoderAlone, frame, text);
      await count(ours, scannerAt(seed), frame, text);
      if (code.form === 'compact') continue;
      const theirs = toImageData(degradedFrame(seed, vnrKeysFace(text)));
      await count([theirCode], decoderAlone, theirs, text);
    }
    rows.push(shareRow(code.name, own));
  }
  return [
    ...rows,
    shareRow('all', total, goals.share),
    timeRow('median', 0.5, total, goals.medianMs),
    timeRow('95 of 100 within', 0.95, total, goals.p95Ms),
    {
      what: 'all, beside vnr-keys’ scanner',
      ours: percent(total.ours),
      reference: `vnr-keys ${100 * stated.scanner} % (stated)`,
      ratio: times(share(total.ours) / stated.scanner),
    },
    togetherRow('JSON', byForm.JSON.ours, theirCode, goals.json),
    togetherRow('compact', byForm.compact.ours, theirCode, goals.compact),
  ];
}

function newPair(): Pair {
  return { ours: tally(), alone: tally() };
}

function tally(): Measured {
  return { read: 0, milliseconds: [] };
}

async function count(
  tallies: Measured[],
  decode: Decode,
  frame: ImageData,
  text: string,
): Promise<void> {
  const start = performance.now();
  const found = await decode(frame);
  const taken = performance.now() - start;
  for (const measured of tallies) {
    measured.milliseconds.push(taken);
    if (found === text) measured.read += 1;
  }
}

function shareRow(what: string, { ours, alone }: Pair, goal?: number): Row {
  return {
    what: `hard frames read, ${what}`,
    ours: percent(ours),
    reference: `zxing-wasm alone ${percent(alone)}`,
    ratio: times(share(ours) / share(alone)),
    ...(goal && { goal: `≥ ${100 * goal} %`, met: share(ours) >= goal }),
  };
}

function percent(measured: Measured): string {
  return `${(100 * share(measured)).toFixed(0)} %`;
}

function share({ read, milliseconds }: Measured): number {
  return read / milliseconds.length;
}

function timeRow(what: string, at: number, { ours, alone }: Pair, goal: number): Row {
  const [mine, theirs] = [ours, alone].map(({ milliseconds }) => percentile(milliseconds, at));
  return {
    what: `time for a hard frame, ${what}`,
    ours: inMs(mine ?? Number.NaN),
    reference: `zxing-wasm alone ${inMs(theirs ?? Number.NaN)}`,
    ratio: times((mine ?? Number.NaN) / (theirs ?? Number.NaN)),
    goal: `≤ ${goal} ms`,
    met: (mine ?? Number.NaN) <= goal,
  };
}

/**
 * Our code and scanner compared with those of vnr-keys. Its code is drawn and read by the decoder
 * alone; the loss by its own scanner is stated.
 */
function togetherRow(what: string, ours: Measured, theirCode: Measured, goal: number): Row {
  const weaker = stated.scanner / stated.alone;
  const ratio = share(ours) / (share(theirCode) * weaker);
  return {
    what: `code and scanner together, ${what}`,
    ours: percent(ours),
    reference: `vnr-keys’ code ${percent(theirCode)}, × ${weaker.toFixed(2)} for its scanner (stated)`,
    ratio: times(ratio),
    goal: `≥ ${goal}×`,
    met: ratio >= goal,
  };
}

type Decode = (frame: ImageData) => Promise<string | null>;
type Measured = { read: number; milliseconds: number[] };

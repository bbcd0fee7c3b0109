import { decodeFrame } from '../../web/src/features/scanner/decode.ts';
import { inMs, percentile, type Row, times } from '../report.ts';
import { withOtherReaders } from './readers.ts';
import { forEachSample } from './sample-pictures.ts';

const looks = 4;
const goals = { share: 0.94, median: 1.1 };
const otherNames = ['zxing-wasm alone', 'zbar', 'jsQR'] as const;

type Tally = { read: number; milliseconds: number[] };

/**
 * Pictures of a folder, as ZXing's black-box sets are: how many are read in up to four looks, and how
 * long the first one takes. The other programs have one look, because they see the same each time.
 */
export async function benchSamples(folder: string): Promise<Row[]> {
  const ours: Tally = { read: 0, milliseconds: [] };
  const others = new Map(otherNames.map((name) => [name, { ...ours, milliseconds: [] } as Tally]));
  const missing = new Set<string>();
  await withOtherReaders(async (readers) => {
    await forEachSample(folder, async ({ text, picture }) => {
      for (const [name, tally] of others) {
        const { value, taken } = await timed(() => readers[name](picture));
        if (value === null) missing.add(name);
        add(tally, taken, value ?? [], text);
      }
      const { value, taken } = await timed(() => look(picture, 0));
      let texts = value;
      for (let next = 1; next < looks && !isAmong(text, texts); next += 1)
        texts = await look(picture, next);
      add(ours, taken, texts, text);
    });
  });
  const alone = others.get('zxing-wasm alone');
  if (!alone || alone.milliseconds.length === 0)
    throw new Error(`There are no pictures with a text beside them in ${folder}`);
  const reference = [...others].map(([name, tally]) =>
    missing.has(name) ? `${name} is not installed` : `${name} ${percent(tally)}`,
  );
  return [
    {
      what: `samples read of ${ours.milliseconds.length}, up to ${looks} looks`,
      ours: percent(ours),
      reference: reference.join(', '),
      ratio: times(share(ours) / share(alone)),
      goal: `≥ ${100 * goals.share} %`,
      met: share(ours) >= goals.share,
    },
    timeRow('half within', 0.5, ours, alone, goals.median),
    timeRow('95 of 100 within', 0.95, ours, alone),
  ];
}

/** A sample counts as a code of ours, with which a look ends. */
async function look(picture: ImageData, index: number): Promise<string[]> {
  const found = await decodeFrame(picture, index, () => true);
  return found.map(({ text }) => text);
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; taken: number }> {
  const start = performance.now();
  const value = await work();
  return { value, taken: performance.now() - start };
}

function add(tally: Tally, taken: number, texts: readonly string[], text: string): void {
  tally.milliseconds.push(taken);
  if (isAmong(text, texts)) tally.read += 1;
}

function isAmong(text: string, texts: readonly string[]): boolean {
  return texts.map(comparable).includes(comparable(text));
}

/**
 * A text without what programs write differently: control characters, which zxing-wasm spells out,
 * the brackets that it puts into the texts of GS1, line ends, and spaces.
 */
function comparable(text: string): string {
  return text.replaceAll(/<[A-Z]{2,3}>|[\p{Cc}\s()]/gu, '');
}

function share({ read, milliseconds }: Tally): number {
  return read / milliseconds.length;
}

function percent(tally: Tally): string {
  return `${(100 * share(tally)).toFixed(1)} %`;
}

function timeRow(what: string, at: number, ours: Tally, alone: Tally, goal?: number): Row {
  const [mine, theirs] = [percentile(ours.milliseconds, at), percentile(alone.milliseconds, at)];
  return {
    what: `time for a sample, ${what}`,
    ours: inMs(mine),
    reference: `zxing-wasm alone ${inMs(theirs)}`,
    ratio: times(mine / theirs),
    goal: goal ? `≤ ${goal}×` : '',
    met: goal ? mine <= goal * theirs : undefined,
  };
}

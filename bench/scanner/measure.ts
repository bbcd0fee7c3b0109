export type Decode = (frame: ImageData) => Promise<string | null>;
export type Measured = { name: string; read: number; milliseconds: number[] };

/** An empty tally for one way of decoding. */
export function tally(name: string): Measured {
  return { name, read: 0, milliseconds: [] };
}

/** Decodes one frame and adds what came of it to the tallies. */
export async function count(
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

/** Two lines of the result table: the reference, then ours with its ratio to it. */
export function describe(kind: string, reference: Measured, ours: Measured): string {
  const ratio = (ours.read / reference.read).toFixed(2);
  return `${kind}\n  ${lineOf(reference)}\n  ${lineOf(ours)}   reads ${ratio}×\n`;
}

function lineOf({ name, read, milliseconds }: Measured): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const rate = ((100 * read) / sorted.length).toFixed(1);
  return `${name.padEnd(18)} ${rate.padStart(5)} % read   median ${at(0.5)} ms   p95 ${at(0.95)} ms`;
}

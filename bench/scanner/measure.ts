export type Decode = (frame: ImageData) => Promise<string | null>;
export type Measured = { name: string; read: number; milliseconds: number[] };

/** An empty tally for one way of decoding. */
export function tally(name: string): Measured {
  return { name, read: 0, milliseconds: [] };
}

/** Decodes one frame and adds what came of it to the tally. */
export async function count(
  measured: Measured,
  decode: Decode,
  frame: ImageData,
  text: string,
): Promise<void> {
  const start = performance.now();
  const found = await decode(frame);
  measured.milliseconds.push(performance.now() - start);
  if (found === text) measured.read += 1;
}

/** One line of the result table. */
export function describe({ name, read, milliseconds }: Measured): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const rate = ((100 * read) / sorted.length).toFixed(1);
  return `${name.padEnd(32)} read ${rate.padStart(5)} %   median ${at(0.5)} ms   p95 ${at(0.95)} ms`;
}

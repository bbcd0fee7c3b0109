export type Decode = (frame: ImageData) => Promise<string | null>;
export type Measured = { read: number; milliseconds: number[] };

/** An empty tally for one way of decoding. */
export function tally(): Measured {
  return { read: 0, milliseconds: [] };
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

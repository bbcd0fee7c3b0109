import type { GreyImage } from './grey-image.ts';

/** Takes sensor noise out of a picture: each pixel becomes a weighted mean of its 3 × 3 area. */
export function smooth({ data, width, height }: GreyImage): GreyImage {
  const rows = new Uint16Array(data.length);
  for (let at = 1; at < data.length - 1; at += 1) {
    rows[at] = (data[at - 1] ?? 0) + 2 * (data[at] ?? 0) + (data[at + 1] ?? 0);
  }
  const out = new Uint8ClampedArray(data);
  for (let at = width + 1; at < data.length - width - 1; at += 1) {
    out[at] = ((rows[at - width] ?? 0) + 2 * (rows[at] ?? 0) + (rows[at + width] ?? 0)) >> 4;
  }
  return { data: out, width, height };
}

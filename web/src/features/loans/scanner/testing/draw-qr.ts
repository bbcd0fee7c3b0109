import { encode, type QrCodeGenerateOptions } from 'uqr';
import type { GreyImage } from '../grey-image.ts';

export type ErrorCorrection = NonNullable<QrCodeGenerateOptions['ecc']>;

/** The dark modules of a code and its quiet zone, by default the four modules of the standard. */
export function qrModules(text: string, ecc: ErrorCorrection = 'M', quietZone = 4): boolean[][] {
  return encode(text, { ecc, border: quietZone }).data;
}

/** Where the upper left corner of a code is, in pixels. */
export type Place = { left: number; top: number };

/**
 * Draws a code, quiet zone included, as a square of `size` pixels: in the middle of the frame, or
 * with its upper left corner at `place`.
 */
export function drawQr(
  frame: GreyImage,
  modules: boolean[][],
  size: number,
  { left, top }: Place = middle(frame, size),
): void {
  const scale = modules.length / size;
  for (let y = 0; y < size; y += 1) {
    const row = modules[Math.floor(y * scale)] ?? [];
    const start = (top + y) * frame.width + left;
    for (let x = 0; x < size; x += 1) {
      frame.data[start + x] = row[Math.floor(x * scale)] ? 0 : 255;
    }
  }
}

function middle({ width, height }: GreyImage, size: number): Place {
  return { left: Math.floor((width - size) / 2), top: Math.floor((height - size) / 2) };
}

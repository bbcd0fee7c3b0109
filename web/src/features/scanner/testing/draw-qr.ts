import { encode, type QrCodeGenerateOptions } from 'uqr';
import type { GreyImage } from '../grey-image.ts';

export type ErrorCorrection = NonNullable<QrCodeGenerateOptions['ecc']>;

/** The dark modules of a code and its quiet zone, by default the four modules of the standard. */
export function qrModules(text: string, ecc: ErrorCorrection = 'M', quietZone = 4): boolean[][] {
  return encode(text, { ecc, border: quietZone }).data;
}

/** Draws a code, quiet zone included, as a square of `size` pixels in the middle of the frame. */
export function drawQr(frame: GreyImage, modules: boolean[][], size: number): void {
  const left = Math.floor((frame.width - size) / 2);
  const top = Math.floor((frame.height - size) / 2);
  const scale = modules.length / size;
  for (let y = 0; y < size; y += 1) {
    const row = modules[Math.floor(y * scale)] ?? [];
    const start = (top + y) * frame.width + left;
    for (let x = 0; x < size; x += 1) {
      frame.data[start + x] = row[Math.floor(x * scale)] ? 0 : 255;
    }
  }
}

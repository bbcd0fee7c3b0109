import { type ErrorCorrection, qrModules } from '../../web/src/features/scanner/testing/draw-qr.ts';
import type { Point } from './perspective.ts';

/** What a phone shows: whether it is dark at a place between 0 and 1. */
export type Face = (place: Point) => boolean;

/** Pixels that a code is wide on a phone of 390: ours with its quiet zone, vnr-keys' without any. */
const widths = { ours: 370, vnrKeys: 200 };

/** A code as we show it. */
export const ourFace = (text: string, ecc: ErrorCorrection): Face => darkAt(qrModules(text, ecc));

/** The code of vnr-keys in the middle of the same place: level L, on white. */
export const vnrKeysFace = (text: string): Face => {
  const isDark = darkAt(qrModules(text, 'L', 0));
  const enlarged = (at: number) => ((at - 0.5) * widths.ours) / widths.vnrKeys + 0.5;
  return ({ x, y }) => isDark({ x: enlarged(x), y: enlarged(y) });
};

function darkAt(modules: readonly boolean[][]): Face {
  const { length } = modules;
  return ({ x, y }) => modules[Math.floor(y * length)]?.[Math.floor(x * length)] === true;
}

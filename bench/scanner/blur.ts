import type { GreyImage } from '../../web/src/features/scanner/grey-image.ts';

type Smear = { focus: number; motion: number; horizontal: boolean };

/** Blurs as a lens out of focus does (`focus` pixels) and as a moving hand does (`motion` pixels). */
export function blur(frame: GreyImage, { focus, motion, horizontal }: Smear): GreyImage {
  const lens = gaussian(focus);
  const hand = evenly(motion);
  const soft = convolve(convolve(frame, lens, 1), lens, frame.width);
  return convolve(soft, hand, horizontal ? 1 : frame.width);
}

function convolve(frame: GreyImage, kernel: number[], step: number): GreyImage {
  const half = (kernel.length - 1) / 2;
  const last = frame.data.length - 1;
  const data = new Uint8ClampedArray(frame.data.length);
  for (let at = 0; at <= last; at += 1) {
    let sum = 0;
    for (let tap = -half; tap <= half; tap += 1) {
      const from = Math.min(last, Math.max(0, at + tap * step));
      sum += (kernel[tap + half] ?? 0) * (frame.data[from] ?? 0);
    }
    data[at] = sum;
  }
  return { ...frame, data };
}

function gaussian(spread: number): number[] {
  const half = Math.ceil(spread * 2.5);
  return normalised(half, (tap) => Math.exp(-(tap * tap) / (2 * spread * spread || 1)));
}

function evenly(length: number): number[] {
  const half = Math.ceil(length / 2);
  return normalised(half, (tap) => Math.min(1, Math.max(0, length / 2 - Math.abs(tap) + 0.5)));
}

function normalised(half: number, weight: (tap: number) => number): number[] {
  const taps = Array.from({ length: 2 * half + 1 }, (_, index) => weight(index - half));
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

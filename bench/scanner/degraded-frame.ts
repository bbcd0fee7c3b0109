import { type GreyImage, solidGrey } from '../../web/src/features/loans/scanner/grey-image.ts';
import {
  type ErrorCorrection,
  qrModules,
} from '../../web/src/features/loans/scanner/testing/draw-qr.ts';
import { type Random, seededRandom } from './random.ts';

const width = 1280;
const height = 720;
const phoneBezel = 0.08;

/** A hard 720p camera picture of a phone's screen; the seed decides every defect. */
export function degradedFrame(seed: number, face: QrFace): GreyImage {
  const random = seededRandom(seed);
  const frame = solidGrey(width, height, random.between(70, 190));
  const size = random.between(170, 420);
  const centre = {
    x: width / 2 + random.between(-200, 200),
    y: height / 2 + random.between(-90, 90),
  };
  const project = cardSeenFrom(centre, size, {
    roll: random.between(-0.5, 0.5),
    yaw: random.between(-0.7, 0.7),
    pitch: random.between(-0.7, 0.7),
  });
  paintPhone(frame, face, project);
  const blurred = blur(frame, {
    focus: random.between(0, 1.6),
    motion: random.between(0, 4),
    horizontal: random.between(0, 1) < 0.5,
  });
  expose(blurred, random);
  return blurred;
}

/**
 * A camera's view of a square card of `size` pixels, rotated by `roll` and tilted by `yaw` and
 * `pitch` (radians). Maps a picture point to a place on the card, whose sides go from 0 to 1.
 */
function cardSeenFrom(
  centre: Point,
  size: number,
  { roll, yaw, pitch }: { roll: number; yaw: number; pitch: number },
): Projection {
  const [cr, sr, cy, sy] = [Math.cos(roll), Math.sin(roll), Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const distance = 3 * size;
  // The card's axes in camera space: columns of the rotation pitch · yaw · roll.
  const right = { x: cy * cr, y: sp * sy * cr + cp * sr, z: -cp * sy * cr + sp * sr };
  const down = { x: -cy * sr, y: -sp * sy * sr + cp * cr, z: cp * sy * sr + sp * cr };
  return ({ x, y }) => {
    // Intersects the ray through the picture point with the card's plane.
    const ray = { x: (x - centre.x) / distance, y: (y - centre.y) / distance };
    const a = right.x - ray.x * right.z;
    const b = down.x - ray.x * down.z;
    const c = right.y - ray.y * right.z;
    const d = down.y - ray.y * down.z;
    const determinant = a * d - b * c;
    const u = (ray.x * d - b * ray.y) * (distance / determinant);
    const v = (a * ray.y - ray.x * c) * (distance / determinant);
    return { x: u / size + 0.5, y: v / size + 0.5 };
  };
}

function paintPhone(frame: GreyImage, face: QrFace, project: Projection): void {
  for (let y = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1) {
      const seen = brightnessAt(face, project({ x, y }));
      if (seen === null) continue;
      const rest = [
        project({ x: x + 0.5, y }),
        project({ x, y: y + 0.5 }),
        project({ x: x + 0.5, y: y + 0.5 }),
      ].map((point) => brightnessAt(face, point) ?? seen);
      frame.data[y * frame.width + x] = rest.reduce((sum, part) => sum + part, seen) / 4;
    }
  }
}

function brightnessAt(face: QrFace, { x, y }: Point): number | null {
  const outside = Math.max(-x, x - 1, -y, y - 1);
  if (outside > phoneBezel || Number.isNaN(outside)) return null;
  if (outside >= 0) return 20;
  return face({ x, y }) ? 0 : 255;
}

/** Blurs like a lens out of focus (`focus` pixels) and a moving hand (`motion` pixels). */
function blur(frame: GreyImage, { focus, motion, horizontal }: Smear): GreyImage {
  const lens = gaussian(focus);
  const hand = evenly(motion);
  const soft = convolve(convolve(frame, lens, 1), lens, frame.width);
  return convolve(soft, hand, horizontal ? 1 : frame.width);
}

function gaussian(spread: number): number[] {
  const half = Math.ceil(spread * 2.5);
  return normalised(half, (tap) => Math.exp(-(tap * tap) / (2 * spread * spread || 1)));
}

function normalised(half: number, weight: (tap: number) => number): number[] {
  const taps = Array.from({ length: 2 * half + 1 }, (_, index) => weight(index - half));
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}

function evenly(length: number): number[] {
  const half = Math.ceil(length / 2);
  return normalised(half, (tap) => Math.min(1, Math.max(0, length / 2 - Math.abs(tap) + 0.5)));
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

/** Weak contrast, uneven light, a glare spot and sensor noise, in a camera's order. */
function expose(frame: GreyImage, random: Random): void {
  const contrast = random.between(0.18, 0.9);
  const black = random.between(10, 60);
  const slope = random.between(-0.35, 0.35);
  const noise = random.between(2, 16);
  const glare = {
    x: width / 2 + random.between(-260, 260),
    y: height / 2 + random.between(-200, 200),
    radius: random.between(20, 110),
    strength: random.between(0, 1) < 0.5 ? random.between(60, 220) : 0,
  };
  for (let y = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1) {
      const at = y * frame.width + x;
      const light = 1 + slope * ((x / width) * 2 - 1);
      const away = Math.hypot(x - glare.x, y - glare.y) / glare.radius;
      const spot = away < 3 ? glare.strength * Math.exp(-away * away) : 0;
      const value = black + (frame.data[at] ?? 0) * contrast;
      frame.data[at] = value * light + spot + random.normal() * noise;
    }
  }
}

type QrFace = (place: Point) => boolean;

/** A code's width in pixels on a phone of 390: ours with its quiet zone, vnr-keys' without one. */
const widths = { ours: 370, vnrKeys: 200 };

export function ourFace(text: string, ecc: ErrorCorrection): QrFace {
  return darkAt(qrModules(text, ecc));
}

function darkAt(modules: readonly boolean[][]): QrFace {
  const { length } = modules;
  return ({ x, y }) => modules[Math.floor(y * length)]?.[Math.floor(x * length)] === true;
}

/** The code of vnr-keys, centred in the same place: level L, on white. */
export function vnrKeysFace(text: string): QrFace {
  const isDark = darkAt(qrModules(text, 'L', 0));
  const enlarged = (at: number) => ((at - 0.5) * widths.ours) / widths.vnrKeys + 0.5;
  return ({ x, y }) => isDark({ x: enlarged(x), y: enlarged(y) });
}

type Point = { x: number; y: number };
type Projection = (point: Point) => Point;

type Smear = { focus: number; motion: number; horizontal: boolean };

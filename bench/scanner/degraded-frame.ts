import { evenGrey, type GreyImage } from '../../web/src/features/scanner/grey-image.ts';
import { blur } from './blur.ts';
import type { Face } from './face.ts';
import { cardSeenFrom, type Point, type Projection } from './perspective.ts';
import { type Random, seededRandom } from './random.ts';

const WIDTH = 1280;
const HEIGHT = 720;
const PHONE_BEZEL = 0.08;

/** One hard 720p camera picture of what a phone shows; the seed decides every fault in it. */
export function degradedFrame(seed: number, face: Face): GreyImage {
  const random = seededRandom(seed);
  const frame = evenGrey(WIDTH, HEIGHT, random.between(70, 190));
  const size = random.between(170, 420);
  const centre = {
    x: WIDTH / 2 + random.between(-200, 200),
    y: HEIGHT / 2 + random.between(-90, 90),
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

function paintPhone(frame: GreyImage, face: Face, project: Projection): void {
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

function brightnessAt(face: Face, { x, y }: Point): number | null {
  const outside = Math.max(-x, x - 1, -y, y - 1);
  if (outside > PHONE_BEZEL || Number.isNaN(outside)) return null;
  if (outside >= 0) return 20;
  return face({ x, y }) ? 0 : 255;
}

/** Weak contrast, uneven light, a glare spot and sensor noise, in the order a camera adds them. */
function expose(frame: GreyImage, random: Random): void {
  const contrast = random.between(0.18, 0.9);
  const black = random.between(10, 60);
  const slope = random.between(-0.35, 0.35);
  const noise = random.between(2, 16);
  const glare = {
    x: WIDTH / 2 + random.between(-260, 260),
    y: HEIGHT / 2 + random.between(-200, 200),
    radius: random.between(20, 110),
    strength: random.between(0, 1) < 0.5 ? random.between(60, 220) : 0,
  };
  for (let y = 0; y < frame.height; y += 1) {
    for (let x = 0; x < frame.width; x += 1) {
      const at = y * frame.width + x;
      const light = 1 + slope * ((x / WIDTH) * 2 - 1);
      const away = Math.hypot(x - glare.x, y - glare.y) / glare.radius;
      const spot = away < 3 ? glare.strength * Math.exp(-away * away) : 0;
      const value = black + (frame.data[at] ?? 0) * contrast;
      frame.data[at] = value * light + spot + random.normal() * noise;
    }
  }
}

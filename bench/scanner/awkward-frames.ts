import {
  type GreyImage,
  gaussianBlur,
  halve,
  solidGrey,
} from '../../web/src/features/scanner/grey-image.ts';
import { drawQr, qrModules } from '../../web/src/features/scanner/testing/draw-qr.ts';
import { type CodeCase, codeCases } from './cases.ts';
import { type Random, seededRandom } from './random.ts';

const [width, height] = [1280, 720];
const posterText = 'https://example.test/come-to-the-concert';

export type AwkwardCase = {
  name: string;
  frames: number;
  frameFor: (seed: number) => AwkwardFrame;
};

/** A 720p camera picture and what is to be read from it. */
type AwkwardFrame = { frame: GreyImage; wanted: string[] };

/** Pictures that are clear, but not as a scanner expects them. */
export const awkwardCases: AwkwardCase[] = [
  { name: 'white on black, off-centre', frames: 24, frameFor: lightOnDark },
  { name: 'no quiet zone, on dark', frames: 12, frameFor: withoutQuietZone },
  { name: '110 pixels, at the edge', frames: 10, frameFor: smallAtEdge },
  { name: 'a poster at the edge', frames: 24, frameFor: besidePoster },
  { name: 'two codes', frames: 24, frameFor: twoCodes },
];

function lightOnDark(seed: number): AwkwardFrame {
  const { scene, random, text, ecc } = begin(seed, [8, 60]);
  const size = whole(random, 200, 340);
  const light = qrModules(text, ecc).map((row) => row.map((dark) => !dark));
  const left = whole(random, 0, 200);
  draw(scene, light, size, {
    left: whole(random, 0, 2) === 0 ? left : width - size - left,
    top: whole(random, 0, height - size),
  });
  return finish(scene, random, [text]);
}

/** Dark modules on a white square that ends with them, on a card as dark as a dark colour scheme. */
function withoutQuietZone(seed: number): AwkwardFrame {
  const { scene, random, text, ecc } = begin(seed, [24, 56]);
  const size = whole(random, 180, 360);
  draw(scene, qrModules(text, ecc, 0), size, {
    left: (width - size) / 2 + whole(random, -200, 200),
    top: (height - size) / 2 + whole(random, -100, 100),
  });
  return finish(scene, random, [text]);
}

/** A small code without a quiet zone, on a ground of middle brightness. */
function smallAtEdge(seed: number): AwkwardFrame {
  const { scene, random, text, ecc } = begin(seed, [90, 170]);
  draw(scene, qrModules(text, ecc, 0), 110, placeAtEdge(random, 110));
  return finish(scene, random, [text]);
}

function besidePoster(seed: number): AwkwardFrame {
  const { scene, random, text, ecc } = begin(seed, [90, 170]);
  const size = whole(random, 200, 320);
  draw(scene, qrModules(posterText), whole(random, 150, 260), { left: 0, top: 0 });
  draw(scene, qrModules(text, ecc), size, {
    left: whole(random, 400, width - size),
    top: whole(random, 100, height - size),
  });
  return finish(scene, random, [text]);
}

function twoCodes(seed: number): AwkwardFrame {
  const { scene, random, text, ecc } = begin(seed, [90, 170]);
  const other = codeFor(seed + 1);
  const sides = [
    { text, ecc, left: 0 },
    { ...other, left: width / 2 },
  ];
  for (const side of sides) {
    const size = whole(random, 240, 420);
    draw(scene, qrModules(side.text, side.ecc), size, {
      left: side.left + whole(random, 0, width / 2 - size),
      top: whole(random, 0, height - size),
    });
  }
  return finish(scene, random, [text, other.text]);
}

/** An empty scene, at twice the size of the picture that the camera takes of it. */
function begin(seed: number, [darkest, lightest]: [number, number]) {
  const random = seededRandom(seed);
  const scene = solidGrey(2 * width, 2 * height, random.between(darkest, lightest));
  return { scene, random, ...codeFor(seed) };
}

type Place = { left: number; top: number };

/** Draws a code into the scene; size and place are those in the picture. */
function draw(scene: GreyImage, modules: boolean[][], size: number, { left, top }: Place): void {
  drawQr(scene, modules, 2 * size, { left: 2 * left, top: 2 * top });
}

/** A request's JSON and a compact code by turns. */
function codeFor(seed: number): { text: string; ecc: CodeCase['ecc'] } {
  const kind = seed % 2 === 0 ? codeCases[0] : codeCases.at(-1);
  if (!kind) throw new Error('There are no codes');
  return { text: kind.textFor(seed), ecc: kind.ecc };
}

function whole(random: Random, low: number, high: number): number {
  return Math.floor(random.between(low, high));
}

/** A place within ten pixels of one of the four edges. */
function placeAtEdge(random: Random, size: number): Place {
  const [right, bottom] = [width - size, height - size];
  const gap = whole(random, 0, 10);
  const [left, top] = [whole(random, 0, right), whole(random, 0, bottom)];
  const places = [
    { left: gap, top },
    { left: right - gap, top },
    { left, top: gap },
    { left, top: bottom - gap },
  ];
  return places[whole(random, 0, 4)] ?? { left, top };
}

/** The picture of a scene, with what lens and sensor add. */
function finish(scene: GreyImage, random: Random, wanted: string[]): AwkwardFrame {
  const frame = gaussianBlur(halve(scene));
  for (let at = 0; at < frame.data.length; at += 1) {
    frame.data[at] = (frame.data[at] ?? 0) + 3 * random.normal();
  }
  return { frame, wanted };
}

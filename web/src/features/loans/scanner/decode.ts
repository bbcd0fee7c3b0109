import {
  prepareZXingModule,
  type ReaderOptions,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader';
import { findBareCode } from './bare-code.ts';
import { type FoundCode, mayBeOurs } from './code-watcher.ts';
import {
  centreSquare,
  crop,
  type GreyImage,
  gaussianBlur,
  halve,
  type Region,
  toGrey,
  toPgm,
  upscale,
} from './grey-image.ts';

const plain: ReaderOptions = {
  formats: ['QRCode'],
  maxNumberOfSymbols: 4,
  tryDownscale: false,
  tryInvert: false,
};
const invertible: ReaderOptions = { ...plain, tryInvert: true };
const centreSize = 720;
const enlargedSize = 640;
/** An enlarged edge overlaps the enlarged middle, so that a small code is whole in one of them. */
const edgeOverlap = 130;

/** Loads the decoder from the given file, never from a CDN. */
export async function loadDecoder(
  source: { wasmUrl: string } | { wasmBinary: ArrayBuffer },
): Promise<void> {
  const overrides =
    'wasmUrl' in source ? { locateFile: () => source.wasmUrl } : { wasmBinary: source.wasmBinary };
  await prepareZXingModule({ overrides, fireImmediately: true });
}

/**
 * The QR codes in the picture, each text once. Passes run until one finds a wanted code. While only
 * other codes are in view, each frame gets one further pass, so that a poster does not keep the
 * processor busy; `look` counts the frames. `bench/scanner` measures what each pass adds and costs.
 */
export async function decodeFrame(
  picture: ImageData,
  look = 0,
  isWanted: (text: string) => boolean = mayBeOurs,
): Promise<FoundCode[]> {
  const found = new Map<string, FoundCode>();
  for (const [index, pass] of passes(picture, look).entries()) {
    if (found.size > 0 && index % 5 !== look % 5) continue;
    const codes = await pass();
    for (const code of codes) if (!found.has(code.text)) found.set(code.text, code);
    if (codes.some(({ text }) => isWanted(text))) break;
  }
  return [...found.values()];
}

type Pass = () => Promise<FoundCode[]>;

/**
 * The passes, in order: the picture; half its size, also inverted; the middle, denoised and also
 * inverted; its inner part, enlarged; a quarter of its size and the whole with one threshold. Slow
 * passes that seldom help run in every fourth frame each.
 */
function passes(picture: ImageData, look: number): Pass[] {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  const middle = centreSquare(picture, centreSize);
  const frame = once(() => toGrey(picture));
  const half = once(() => halve(frame()));
  return [
    async () => locate(await readBarcodes(picture, plain), picture, whole, picture),
    () => read(frame(), half(), whole, invertible),
    () => read(frame(), gaussianBlur(crop(frame(), middle)), middle, invertible),
    () => readEnlarged(frame(), [centreSquare(picture, enlargedSize)]),
    () => readWithOneThreshold(frame(), half(), whole),
    () => readByTurns(frame(), half(), look % 4),
  ];
}

/** A quarter of the size first: it is cheap, and large modules lose the art drawn in them. */
async function readWithOneThreshold(
  frame: GreyImage,
  half: GreyImage,
  whole: Region,
): Promise<FoundCode[]> {
  const options: ReaderOptions = { ...plain, binarizer: 'GlobalHistogram' };
  const found = await read(frame, halve(half), whole, options);
  return found.length > 0 ? found : read(frame, frame, whole, options);
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function readByTurns(frame: GreyImage, half: GreyImage, turn: number): Promise<FoundCode[]> {
  const [left, right, above, below] = edges(frame);
  switch (turn) {
    case 0:
      return readBareCode(frame, half);
    case 1:
      return readEnlarged(frame, [left]);
    case 2:
      return readEnlarged(frame, [right]);
    default:
      return readEnlarged(frame, [above, below]);
  }
}

function edges({ width, height }: GreyImage): [Region, Region, Region, Region] {
  const inner = centreSquare({ width, height: width }, enlargedSize);
  const across = Math.min(width, ((width - enlargedSize) >> 1) + edgeOverlap);
  const down = Math.min(height, ((height - enlargedSize) >> 1) + edgeOverlap);
  const side = { top: 0, width: across, height };
  const band = { left: inner.left, width: inner.width, height: down };
  return [
    { ...side, left: 0 },
    { ...side, left: width - across },
    { ...band, top: 0 },
    { ...band, top: height - down },
  ];
}

async function readEnlarged(frame: GreyImage, regions: Region[]): Promise<FoundCode[]> {
  const found: FoundCode[] = [];
  for (const region of regions)
    found.push(...(await read(frame, upscale(crop(frame, region)), region, plain)));
  return found;
}

async function readBareCode(frame: GreyImage, half: GreyImage): Promise<FoundCode[]> {
  const bare = findBareCode(frame, half);
  return bare ? read(frame, bare.code, bare.region, plain) : [];
}

async function read(
  frame: GreyImage,
  image: GreyImage,
  region: Region,
  options: ReaderOptions,
): Promise<FoundCode[]> {
  return locate(await readBarcodes(toPgm(image), options), image, region, frame);
}

type Size = { width: number; height: number };

/** Maps codes from an image of a region to the whole frame. */
function locate(results: ReadResult[], image: Size, region: Region, frame: Size): FoundCode[] {
  return results
    .filter(({ isValid }) => isValid)
    .map(({ text, position }) => {
      const { x, y } = middleOf(position);
      return {
        text,
        x: (2 * (region.left + (x * region.width) / image.width)) / frame.width - 1,
        y: (2 * (region.top + (y * region.height) / image.height)) / frame.height - 1,
      };
    });
}

function middleOf({ topLeft, topRight, bottomLeft, bottomRight }: ReadResult['position']) {
  return {
    x: (topLeft.x + topRight.x + bottomLeft.x + bottomRight.x) / 4,
    y: (topLeft.y + topRight.y + bottomLeft.y + bottomRight.y) / 4,
  };
}

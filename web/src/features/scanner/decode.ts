import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { gaussianBlur, greyCentre, toImageData, upscaleCentre } from './grey-image.ts';

const ONE_CODE: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1 };
const FAST_OPTIONS: ReaderOptions = { ...ONE_CODE, downscaleFactor: 2, tryInvert: false };
const THOROUGH_OPTIONS: ReaderOptions = { ...ONE_CODE, tryDownscale: false, tryInvert: false };
const INVERTIBLE_OPTIONS: ReaderOptions = { ...THOROUGH_OPTIONS, tryInvert: true };
const CENTRE_SIZE = 720;

/** Loads the decoder; where its file lies is for the caller to say, it is never fetched elsewhere. */
export async function loadDecoder(
  source: { wasmUrl: string } | { wasmBinary: ArrayBuffer },
): Promise<void> {
  const overrides =
    'wasmUrl' in source ? { locateFile: () => source.wasmUrl } : { wasmBinary: source.wasmBinary };
  await prepareZXingModule({ overrides, fireImmediately: true });
}

/**
 * The text of a QR code in the picture, or null. Frames that a plain look misses get three more:
 * the middle, where a code is held, without noise and also light on dark, its inner part enlarged,
 * and all of it with one threshold. `bench/scanner` shows what the further looks add and cost.
 */
export async function decodeFrame(frame: ImageData): Promise<string | null> {
  const plain = await read(frame, FAST_OPTIONS);
  if (plain !== null) return plain;
  const middle = greyCentre(frame, CENTRE_SIZE);
  return (
    (await read(toImageData(gaussianBlur(middle)), INVERTIBLE_OPTIONS)) ??
    (await read(toImageData(upscaleCentre(middle)), THOROUGH_OPTIONS)) ??
    (await read(frame, { ...THOROUGH_OPTIONS, binarizer: 'GlobalHistogram' }))
  );
}

async function read(frame: ImageData, options: ReaderOptions): Promise<string | null> {
  const [found] = await readBarcodes(frame, options);
  return found?.isValid ? found.text : null;
}

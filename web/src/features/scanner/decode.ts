import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { enlargeCentre } from './enlarge-centre.ts';
import { greyOf, toImageData } from './grey-image.ts';
import { smooth } from './smooth.ts';

const PLAIN: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1, downscaleFactor: 2 };
const DARK_ON_LIGHT: ReaderOptions = { ...PLAIN, tryInvert: false };

/** Loads the decoder; where its file lies is for the caller to say, it is never fetched elsewhere. */
export async function loadDecoder(
  source: { wasmUrl: string } | { wasmBinary: ArrayBuffer },
): Promise<void> {
  const overrides =
    'wasmUrl' in source ? { locateFile: () => source.wasmUrl } : { wasmBinary: source.wasmBinary };
  await prepareZXingModule({ overrides, fireImmediately: true });
}

/**
 * The text of a QR code in the picture, or null. Frames that a plain look misses get three more,
 * cheapest gain first: without noise, the middle enlarged, and with one threshold for the whole
 * picture. `bench/scanner` shows what the further looks add.
 */
export async function decodeFrame(frame: ImageData): Promise<string | null> {
  const plain = await read(frame, PLAIN);
  if (plain !== null) return plain;
  const grey = greyOf(frame);
  return (
    (await read(toImageData(smooth(grey)), DARK_ON_LIGHT)) ??
    (await read(toImageData(enlargeCentre(grey)), DARK_ON_LIGHT)) ??
    (await read(frame, { ...DARK_ON_LIGHT, binarizer: 'GlobalHistogram' }))
  );
}

async function read(frame: ImageData, options: ReaderOptions): Promise<string | null> {
  const [found] = await readBarcodes(frame, options);
  return found?.isValid ? found.text : null;
}

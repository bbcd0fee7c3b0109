import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { enlargeCentre } from './enlarge-centre.ts';
import { greyOf, toImageData } from './grey-image.ts';
import { smooth } from './smooth.ts';

const ONE_CODE: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1 };
const FIRST_LOOK: ReaderOptions = { ...ONE_CODE, downscaleFactor: 2 };
// Light-on-dark codes and smaller copies of an enlarged picture cost a third and add nothing.
const FURTHER_LOOK: ReaderOptions = { ...FIRST_LOOK, tryInvert: false };
const FULL_SIZE_LOOK: ReaderOptions = { ...FURTHER_LOOK, tryDownscale: false };

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
  const plain = await read(frame, FIRST_LOOK);
  if (plain !== null) return plain;
  const grey = greyOf(frame);
  return (
    (await read(toImageData(smooth(grey)), FURTHER_LOOK)) ??
    (await read(toImageData(enlargeCentre(grey)), FULL_SIZE_LOOK)) ??
    (await read(frame, { ...FULL_SIZE_LOOK, binarizer: 'GlobalHistogram' }))
  );
}

async function read(frame: ImageData, options: ReaderOptions): Promise<string | null> {
  const [found] = await readBarcodes(frame, options);
  return found?.isValid ? found.text : null;
}

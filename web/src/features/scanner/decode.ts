import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { gaussianBlur, greyCentre, toImageData, upscaleCentre } from './grey-image.ts';

const singleQrCode: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 1 };
const fastOptions: ReaderOptions = { ...singleQrCode, downscaleFactor: 2, tryInvert: false };
const thoroughOptions: ReaderOptions = { ...singleQrCode, tryDownscale: false, tryInvert: false };
const invertibleOptions: ReaderOptions = { ...thoroughOptions, tryInvert: true };
const centreSize = 720;

/** Loads the decoder from the given file; it is never fetched from anywhere else. */
export async function loadDecoder(
  source: { wasmUrl: string } | { wasmBinary: ArrayBuffer },
): Promise<void> {
  const overrides =
    'wasmUrl' in source ? { locateFile: () => source.wasmUrl } : { wasmBinary: source.wasmBinary };
  await prepareZXingModule({ overrides, fireImmediately: true });
}

/**
 * The text of a QR code in the picture, or null. If a fast first pass finds none, three more follow:
 * the middle, denoised and also light on dark; its inner part, enlarged; and the whole picture with
 * one threshold. `bench/scanner` measures what each pass adds and costs.
 */
export async function decodeFrame(frame: ImageData): Promise<string | null> {
  const plain = await read(frame, fastOptions);
  if (plain !== null) return plain;
  const middle = greyCentre(frame, centreSize);
  return (
    (await read(toImageData(gaussianBlur(middle)), invertibleOptions)) ??
    (await read(toImageData(upscaleCentre(middle)), thoroughOptions)) ??
    (await read(frame, { ...thoroughOptions, binarizer: 'GlobalHistogram' }))
  );
}

async function read(frame: ImageData, options: ReaderOptions): Promise<string | null> {
  const [found] = await readBarcodes(frame, options);
  return found?.isValid ? found.text : null;
}

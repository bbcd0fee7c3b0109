import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { FoundCode } from './code-watcher.ts';
import { decodeFrame, loadDecoder } from './decode.ts';
import type { DecodeAnswer } from './use-scanner.ts';

const ready = loadDecoder({ wasmUrl });
const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
let looks = 0;

self.addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  decode(data).then(
    (codes) => answer({ codes }),
    (error: unknown) => answer({ failure: String(error) }),
  );
});

function answer(message: DecodeAnswer): void {
  self.postMessage(message);
}

async function decode(bitmap: ImageBitmap): Promise<FoundCode[]> {
  try {
    await ready;
    return await decodeFrame(pixelsOf(bitmap), looks++);
  } finally {
    bitmap.close();
  }
}

function pixelsOf(bitmap: ImageBitmap): ImageData {
  if (!context) throw new Error('This browser cannot draw away from the page');
  const { width, height } = bitmap;
  if (context.canvas.width !== width) context.canvas.width = width;
  if (context.canvas.height !== height) context.canvas.height = height;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, width, height);
}

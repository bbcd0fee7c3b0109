import { beforeAll, describe, expect, test } from 'vitest';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url&inline';
import { decodeFrame, loadDecoder } from './decode.ts';
import { type GreyImage, solidGrey, toImageData } from './grey-image.ts';
import { drawQr, type ErrorCorrection, qrModules } from './testing/draw-qr.ts';

const compactCode = 'KD:0123456789ABCDEFGHJKMNPQRS';
const jsonText = JSON.stringify({
  type: 'batch-return',
  keyIds: Array.from({ length: 7 }, (_, index) => `65f0c0ffee00000000000${index}ab`),
  returnId: '0123456789abcdef0123456789abcdef',
});

beforeAll(async () => {
  const response = await fetch(wasm);
  await loadDecoder({ wasmBinary: await response.arrayBuffer() });
});

function frameOf(text: string, size: number, ecc: ErrorCorrection = 'M'): GreyImage {
  const frame = solidGrey(1280, 720, 120);
  drawQr(frame, qrModules(text, ecc), size);
  return frame;
}

type Grain = { size: number; contrast: number; strength: number };

/** A code as a bad camera would show it, with the same noise each time. */
function grainyFrame({ size, contrast, strength }: Grain): ImageData {
  const frame = frameOf(jsonText, size);
  let state = 7;
  const data = frame.data.map((brightness) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 70 + brightness * contrast + ((state >>> 16) / 65_536 - 0.5) * strength;
  });
  return toImageData({ ...frame, data });
}

describe('decodeFrame', () => {
  test('reads a code that holds JSON', async () => {
    expect(await decodeFrame(toImageData(frameOf(jsonText, 380)))).toBe(jsonText);
  });

  test('reads a compact code', async () => {
    expect(await decodeFrame(toImageData(frameOf(compactCode, 320, 'Q')))).toBe(compactCode);
  });

  test('reads a code in the picture of a camera held upright', async () => {
    const frame = solidGrey(720, 1280, 120);
    drawQr(frame, qrModules(compactCode, 'Q'), 320);
    expect(await decodeFrame(toImageData(frame))).toBe(compactCode);
  });

  test('reads light modules on a dark ground, as dark-mode screens may show them', async () => {
    const frame = solidGrey(1280, 720, 120);
    const inverted = qrModules(compactCode, 'Q').map((row) => row.map((dark) => !dark));
    drawQr(frame, inverted, 320);
    expect(await decodeFrame(toImageData(frame))).toBe(compactCode);
  });

  // Each of these pictures is read by exactly one of the further passes.
  test.each([
    ['without its noise', { size: 380, contrast: 0.7, strength: 280 }],
    ['enlarged', { size: 180, contrast: 0.7, strength: 160 }],
    ['with one threshold', { size: 120, contrast: 0.9, strength: 160 }],
  ])('reads a code that shows only %s', async (_look, grain) => {
    expect(await decodeFrame(grainyFrame(grain))).toBe(jsonText);
  });

  test('finds nothing in a picture without a code', async () => {
    expect(await decodeFrame(toImageData(solidGrey(1280, 720, 120)))).toBeNull();
  });
});

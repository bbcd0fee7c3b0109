import { beforeAll, describe, expect, test } from 'vitest';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url&inline';
import { decodeFrame, loadDecoder } from './decode.ts';
import { type GreyImage, gaussianBlur, halve, solidGrey } from './grey-image.ts';
import { drawQr, type ErrorCorrection, qrModules } from './testing/draw-qr.ts';
import { toImageData } from './testing/to-image-data.ts';

const compactCode = 'KD:0123456789ABCDEFGHJKMNPQRS';
const otherCode = 'KD:ZYXWVTSRQPNMKJHGFEDCBA9876';
const poster = 'https://example.test/come-to-the-concert';
const requestText = JSON.stringify({
  type: 'key-request',
  keyId: '65f0c0ffee00000000000abc',
  userId: '65f0c0ffee00000000000abd',
  timestamp: '2026-01-12T08:30:00.000Z',
  requestId: '0123456789ABCDEFGHJKMNPQRS',
});
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

async function textsIn(frame: GreyImage, look?: number): Promise<string[]> {
  return (await decodeFrame(toImageData(frame), look)).map(({ text }) => text);
}

/** The first text that is found in four looks at the same picture. */
async function textWithinFourLooks(frame: GreyImage): Promise<string | undefined> {
  for (const look of [0, 1, 2, 3]) {
    const [text] = await textsIn(frame, look);
    if (text) return text;
  }
  return undefined;
}

type Grain = { size: number; contrast: number; strength: number };

/** A code as a bad camera would show it, with the same noise each time. */
function grainyFrame({ size, contrast, strength }: Grain): GreyImage {
  return grain(frameOf(jsonText, size), contrast, strength);
}

function grain(frame: GreyImage, contrast: number, strength: number): GreyImage {
  let state = 7;
  const data = frame.data.map((brightness) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 70 + brightness * contrast + ((state >>> 16) / 65_536 - 0.5) * strength;
  });
  return { ...frame, data };
}

/** Leaves the dark parts of a frame an outline of so many pixels, and fills them with specks. */
function hollow(frame: GreyImage, outline: number): void {
  const { data, width } = frame;
  const drawn = data.slice();
  const steps = [-outline, outline, -outline * width, outline * width];
  for (let at = 0; at < data.length; at += 1) {
    const isDeep = [0, ...steps].every((step) => drawn[at + step] === 0);
    if (isDeep) data[at] = ((at >> 2) + (Math.floor(at / width) >> 2)) % 2 === 0 ? 200 : 60;
  }
}

describe('decodeFrame', () => {
  test('reads a code that holds JSON', async () => {
    expect(await textsIn(frameOf(jsonText, 380))).toEqual([jsonText]);
  });

  test('reads a compact code', async () => {
    expect(await textsIn(frameOf(compactCode, 320, 'Q'))).toEqual([compactCode]);
  });

  test('reads a code in the picture of a camera held upright', async () => {
    const frame = solidGrey(720, 1280, 120);
    drawQr(frame, qrModules(compactCode, 'Q'), 320);
    expect(await textsIn(frame)).toEqual([compactCode]);
  });

  test('reads light modules on a dark ground, as dark-mode screens may show them', async () => {
    const frame = solidGrey(1280, 720, 120);
    const inverted = qrModules(compactCode, 'Q').map((row) => row.map((dark) => !dark));
    drawQr(frame, inverted, 320);
    expect(await textsIn(frame)).toEqual([compactCode]);
  });

  // Each of these pictures is read by exactly one of the further passes.
  test.each([
    ['without its noise', { size: 380, contrast: 0.7, strength: 280 }],
    ['enlarged', { size: 180, contrast: 0.7, strength: 160 }],
    ['with one threshold', { size: 120, contrast: 0.9, strength: 160 }],
  ])('reads a code that shows only %s', async (_look, grain) => {
    expect(await textsIn(grainyFrame(grain))).toEqual([jsonText]);
  });

  test('reads a code whose dark modules are mere outlines', async () => {
    const frame = frameOf(compactCode, 660, 'Q');
    hollow(frame, 5);
    expect(await textsIn(frame)).toEqual([compactCode]);
  });

  test('finds nothing in a picture without a code', async () => {
    const empty = solidGrey(1280, 720, 120);
    for (const look of [0, 1, 2, 3]) expect(await textsIn(empty, look)).toEqual([]);
  });

  test('finds two codes and where they are', async () => {
    const frame = solidGrey(1280, 720, 120);
    drawQr(frame, qrModules(compactCode, 'Q'), 320, { left: 0, top: 200 });
    drawQr(frame, qrModules(otherCode, 'Q'), 320, { left: 960, top: 400 });
    const codes = await decodeFrame(toImageData(frame));
    const places = codes.map(({ text, x, y }) => [text, x.toFixed(2), y.toFixed(2)]);
    expect(places.sort()).toEqual([
      [compactCode, '-0.75', '0.00'],
      [otherCode, '0.75', '0.56'],
    ]);
  });

  test('looks further for a code of ours beside an easier one of others, by turns', async () => {
    const frame = grainyFrame({ size: 380, contrast: 0.7, strength: 280 });
    drawQr(frame, qrModules(poster), 240, { left: 0, top: 0 });
    const byLook = await Promise.all([0, 1, 2, 3, 4].map((look) => textsIn(frame, look)));
    expect(byLook.every((texts) => texts.includes(poster))).toBe(true);
    expect(byLook.flat()).toContain(jsonText);
  });

  test('reads light modules on a dark ground in a corner', async () => {
    const frame = solidGrey(1280, 720, 40);
    const inverted = qrModules(compactCode, 'Q').map((row) => row.map((dark) => !dark));
    drawQr(frame, inverted, 260, { left: 1000, top: 440 });
    expect(await textsIn(frame)).toEqual([compactCode]);
  });

  test('reads a code without a quiet zone on a dark card', async () => {
    const frame = solidGrey(1280, 720, 38);
    drawQr(frame, qrModules(compactCode, 'Q', 0), 260);
    expect(await textWithinFourLooks(gaussianBlur(frame))).toBe(compactCode);
  });

  test.each([
    ['left', { left: 2, top: 300 }],
    ['right', { left: 1141, top: 120 }],
    ['upper', { left: 640, top: 2 }],
    ['lower', { left: 500, top: 581 }],
  ])('reads a small, pale code at the %s edge', async (_edge, { left, top }) => {
    const scene = solidGrey(2560, 1440, 120);
    drawQr(scene, qrModules(requestText), 274, { left: 2 * left, top: 2 * top });
    const frame = grain(gaussianBlur(halve(scene)), 0.3, 17);
    expect(await textWithinFourLooks(frame)).toBe(requestText);
  });
});

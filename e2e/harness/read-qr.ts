import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, type Locator } from '@playwright/test';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
let decoder: Promise<unknown> | undefined;

async function loadDecoder(): Promise<unknown> {
  const { buffer } = new Uint8Array(await readFile(wasm));
  return prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
}

/** The text of the QR code in `picture`, once it no longer changes. */
export async function readQr(picture: Locator): Promise<string> {
  decoder ??= loadDecoder();
  await decoder;
  let text = '';
  await expect(async () => {
    const [code] = await readBarcodes(await picture.screenshot(), { formats: ['QRCode'] });
    if (!code?.isValid) throw new Error('There is no readable QR code');
    text = code.text;
  }).toPass({ timeout: 15_000 });
  return text;
}

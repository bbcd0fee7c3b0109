import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withBrowser } from '../pages/browser.ts';

export type Sample = { text: string; picture: ImageData };

const [frameWidth, frameHeight] = [1280, 720];
const pictureName = /\.(png|jpe?g|webp)$/i;

/**
 * Gives `use` each picture in the folder and those in it that has its code's text beside it, in a
 * file of the same name that ends in .txt. It is enlarged or reduced to fit the middle of a frame of
 * 1280 × 720, on white, and the frame is turned by 0, 90, 180 and 270 degrees.
 */
export async function forEachSample(
  folder: string,
  use: (sample: Sample) => Promise<void>,
): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await withBrowser(async (browser) => {
    const page = await browser.newPage();
    for (const name of names.filter((name) => pictureName.test(name)).sort()) {
      const text = await textBeside(join(folder, name));
      if (text === null) continue;
      const file = (await readFile(join(folder, name))).toString('base64');
      const rgba = await page.evaluate(drawFrame, { file, frameWidth, frameHeight });
      let picture = frameOf(Buffer.from(rgba, 'base64'));
      for (let turns = 0; turns < 4; turns += 1) {
        await use({ text, picture });
        picture = quarterTurn(picture);
      }
    }
  });
}

async function textBeside(picture: string): Promise<string | null> {
  try {
    return await readFile(picture.replace(pictureName, '.txt'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

type Drawing = { file: string; frameWidth: number; frameHeight: number };

/** Runs in the browser, where nothing else of this file is known. */
async function drawFrame({ file, frameWidth, frameHeight }: Drawing): Promise<string> {
  const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(frameWidth, frameHeight).getContext('2d');
  if (!context) throw new Error('This browser cannot draw away from the page');
  const scale = Math.min(frameWidth / image.width, frameHeight / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  context.fillStyle = 'white';
  context.fillRect(0, 0, frameWidth, frameHeight);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, (frameWidth - width) / 2, (frameHeight - height) / 2, width, height);
  const { data } = context.getImageData(0, 0, frameWidth, frameHeight);
  const pieceSize = 32_768;
  let binary = '';
  for (let at = 0; at < data.length; at += pieceSize)
    binary += String.fromCharCode(...data.subarray(at, at + pieceSize));
  return btoa(binary);
}

function frameOf(rgba: Buffer): ImageData {
  return pictureOf(new Uint8ClampedArray(rgba), frameWidth, frameHeight);
}

/** The picture of a camera that is turned by 90 degrees. */
function quarterTurn({ data, width, height }: ImageData): ImageData {
  const from = new Uint32Array(data.buffer);
  const to = new Uint32Array(from.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) to[x * height + height - 1 - y] = from[y * width + x] ?? 0;
  }
  return pictureOf(new Uint8ClampedArray(to.buffer), height, width);
}

/** Works without the `ImageData` class. */
function pictureOf(data: Uint8ClampedArray<ArrayBuffer>, width: number, height: number): ImageData {
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

type PrintedDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type Rectangle = [x: number, y: number, width: number, height: number];

const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
const pixelsPerPoint = 3;

/** The texts of all QR codes on a page, decoded from what is drawn there. */
export async function readCodes(document: PrintedDocument, page: number): Promise<string[]> {
  const { buffer } = new Uint8Array(await readFile(wasm));
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true });
  const sheet = (await document.getPage(page)).getViewport({ scale: pixelsPerPoint });
  const size = [Math.ceil(sheet.width), Math.ceil(sheet.height)] as const;
  const picture = pictureOf(await rectanglesOf(document, page), ...size);
  const found = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 100 });
  return found.map(({ text }) => text);
}

/** The page as a black-and-white printer prints it. */
function pictureOf(rectangles: readonly Rectangle[], width: number, height: number) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const rectangle of rectangles) {
    const [x, y, wide, high] = rectangle.map((points) => points * pixelsPerPoint) as Rectangle;
    for (let row = Math.round(y); row < Math.round(y + high); row += 1)
      for (let column = Math.round(x); column < Math.round(x + wide); column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
  return { data, width, height, colorSpace: 'srgb' as const };
}

/** The filled rectangles of a page, in points from its upper left corner. */
async function rectanglesOf(document: PrintedDocument, page: number): Promise<Rectangle[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await (await document.getPage(page)).getOperatorList();
  return fnArray.flatMap((operator, index) => {
    const [shapes, numbers] = argsArray[index] ?? [];
    return operator === OPS.constructPath && shapes.every((one: number) => one === OPS.rectangle)
      ? shapes.map((_: number, nth: number) => numbers.slice(nth * 4, nth * 4 + 4) as Rectangle)
      : [];
  });
}

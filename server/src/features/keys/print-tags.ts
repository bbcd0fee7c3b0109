import { formatTagAddress } from '@keydesk/shared/keys/key-tag';
import { t } from '@keydesk/shared/texts/en/printed-lists';
import { encode } from 'uqr';
import { type Drawing, drawLines, drawPdf } from '../../core/files/draw-pdf.ts';
import { type PrintSettings, setUpPrinting } from '../../core/files/set-up-printing.ts';
import { textLines, widthOf } from '../../core/files/text-lines.ts';

/** Runs in the printing thread. */
export async function print(sheet: TagSheet, settings: PrintSettings): Promise<Buffer> {
  await setUpPrinting(settings);
  return drawPdf({ Title: t('key-tags', { productName: sheet.productName }) }, (pdf) =>
    drawSheets(pdf, sheet),
  );
}

export type Tag = {
  /** The code in the tag's URL. */
  code: string;
  keyNumber: string;
  keyName: string;
  /** The key's place; empty if unknown. */
  home: string;
};

export type TagSheet = { productName: string; publicUrl: string; tags: readonly Tag[] };

const columns = 3;
const rows = 8;
const tagWidth = mm(62);
const tagHeight = mm(33);
const codeSize = mm(25);
const sheetMargin = mm(12);

/** Text beside the code: number, name, and the key's place. */
const textWidth = tagWidth - mm(2 + 2 + 2.5) - codeSize;
const numberHeight = 26;
const nameHeight = 44;
const homeHeight = 20;

/** Long numbers get smaller rather than break in the middle. */
const numberSizes = [20, 15, 10];
const minNumberSize = 10;

/** A4 sheets of tags with dashed lines to cut along. */
function drawSheets(pdf: Drawing, { publicUrl, tags }: TagSheet): void {
  for (let at = 0; at < tags.length; at += columns * rows) {
    const sheet = tags.slice(at, at + columns * rows);
    pdf.addPage();
    drawCutLines(pdf, Math.ceil(sheet.length / columns));
    for (const [index, tag] of sheet.entries()) {
      const x = sheetMargin + (index % columns) * (tagWidth + lineWidth) + lineWidth;
      const y = sheetMargin + Math.floor(index / columns) * (tagHeight + lineWidth) + lineWidth;
      drawTag(pdf, tag, { x, y, publicUrl });
    }
  }
}

const lineWidth = 0.5;

function drawCutLines(pdf: Drawing, usedRows: number): void {
  const right = sheetMargin + columns * (tagWidth + lineWidth) + lineWidth;
  const bottom = sheetMargin + usedRows * (tagHeight + lineWidth) + lineWidth;
  for (let column = 0; column <= columns; column += 1) {
    const x = sheetMargin + column * (tagWidth + lineWidth) + lineWidth / 2;
    pdf.moveTo(x, sheetMargin).lineTo(x, bottom);
  }
  for (let row = 0; row <= usedRows; row += 1) {
    const y = sheetMargin + row * (tagHeight + lineWidth) + lineWidth / 2;
    pdf.moveTo(sheetMargin, y).lineTo(right, y);
  }
  pdf.lineWidth(lineWidth).dash(3, { space: 3 }).stroke('#9aa5ac').undash();
}

function drawTag(
  pdf: Drawing,
  { code, keyNumber, keyName, home }: Tag,
  { x, y, publicUrl }: { x: number; y: number; publicUrl: string },
): void {
  const codeAt = { x: x + mm(2), y: y + mm(3.5) };
  for (const rect of codeRects(formatTagAddress(publicUrl, code), codeSize))
    pdf.rect(codeAt.x + rect.x, codeAt.y + rect.y, rect.w, rect.h);
  pdf.fill('#000000');
  const left = codeAt.x + codeSize + mm(2.5);
  const draw = (text: string, place: { size: number; bold?: boolean; height: number }, y: number) =>
    drawLines(pdf, textLines(text, { width: textWidth, ...place }), {
      x: left,
      y,
      color: '#000000',
    });
  const number = { size: numberSize(keyNumber), bold: true, height: numberHeight };
  const nameTop = draw(keyNumber, number, codeAt.y + mm(2)) + 3;
  const name = { size: 8, height: home ? nameHeight - homeHeight : nameHeight };
  const nameEnd = draw(keyName, name, nameTop);
  if (home) draw(home, { size: 8, bold: true, height: homeHeight }, nameEnd);
}

/** Millimetres to points. */
function mm(millimetres: number): number {
  return (millimetres * 72) / 25.4;
}

function numberSize(keyNumber: string): number {
  return numberSizes.find((size) => widthOf(keyNumber, true) * size <= textWidth) ?? minNumberSize;
}

/** White modules around a code, as the standard requires. */
const quietZone = 4;

/** Rectangles overlap by this fraction of a module, so that no hairline shows between them. */
const overlap = 0.02;

type Rect = { x: number; y: number; w: number; h: number };

/**
 * The QR code of a tag's text, `size` points wide, one rectangle per run of dark modules. At level
 * Q a quarter of it may be worn off.
 */
export function codeRects(text: string, size: number): Rect[] {
  const code = encode(text, { ecc: 'Q', border: quietZone });
  const module = size / code.size;
  const rects: Rect[] = [];
  for (const [y, row] of code.data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      rects.push({
        x: start * module,
        y: y * module,
        w: (x + 1 - start) * module,
        h: (1 + overlap) * module,
      });
    }
  }
  return rects;
}

import { formatTagAddress } from '@keydesk/shared/keys/key-tag';
import type {
  CanvasRect,
  Content,
  CustomTableLayout,
  TDocumentDefinitions,
} from 'pdfmake/interfaces';
import { encode } from 'uqr';
import { fontName, setExtraFonts } from '../../core/files/fonts.ts';
import { nameText, widthOf } from '../../core/files/name-text.ts';
import { printDocument } from '../../core/files/printer.ts';

/** Prints the sheets of key tags as a PDF file; runs in the printing thread. */
export function print(sheet: TagSheet, extraFonts: readonly string[]): Promise<Buffer> {
  setExtraFonts(extraFonts);
  return printDocument(tagSheetDocument(sheet), { cutLines });
}

/** What a tag shows. */
export type Tag = {
  /** The code that its address holds. */
  code: string;
  keyNumber: string;
  keyName: string;
  /** Where it hangs; empty if that is not known. */
  home: string;
};

export type TagSheet = { productName: string; publicUrl: string; tags: readonly Tag[] };

const columns = 3;
const tagWidth = mm(62);
const tagHeight = mm(33);
const codeSize = mm(25);
const sheetMargin = mm(12);

/**
 * Beside the code: the number, in one large line or two small ones, the name below it, and where
 * the key hangs.
 */
const textWidth = tagWidth - mm(2 + 2 + 2.5) - codeSize;
const numberHeight = 26;
const nameHeight = 44;
const homeHeight = 20;

/** Long numbers get smaller rather than break in the middle. */
const numberSizes = [20, 15, 10];
const minNumberSize = 10;

/** The table layout of dashed lines to cut along. */
export const cutLines: CustomTableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => '#9aa5ac',
  vLineColor: () => '#9aa5ac',
  hLineStyle: () => ({ dash: { length: 3, space: 3 } }),
  vLineStyle: () => ({ dash: { length: 3, space: 3 } }),
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
};

/** A4 sheets of tags in a grid. */
export function tagSheetDocument({ productName, publicUrl, tags }: TagSheet): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [sheetMargin, sheetMargin, sheetMargin, sheetMargin],
    info: { title: `${productName} key tags` },
    defaultStyle: { font: fontName, fontSize: 9 },
    content: [
      {
        layout: 'cutLines',
        table: {
          widths: Array.from({ length: columns }, () => tagWidth),
          heights: tagHeight,
          dontBreakRows: true,
          body: toRows(tags, publicUrl),
        },
      },
    ],
  };
}

function toRows(tags: readonly Tag[], publicUrl: string): Content[][] {
  const rows: Content[][] = [];
  for (let at = 0; at < tags.length; at += columns) {
    const row = tags.slice(at, at + columns).map((tag) => tagContent(tag, publicUrl));
    while (row.length < columns) row.push('');
    rows.push(row);
  }
  return rows;
}

function tagContent({ code, keyNumber, keyName, home }: Tag, publicUrl: string): Content {
  return {
    margin: [mm(2), mm(3.5), mm(2), 0],
    columns: [
      { width: codeSize, canvas: qrCanvas(formatTagAddress(publicUrl, code), codeSize) },
      {
        width: '*',
        margin: [mm(2.5), mm(2), 0, 0],
        stack: [
          nameText(keyNumber, {
            width: textWidth,
            size: numberSize(keyNumber),
            bold: true,
            height: numberHeight,
          }),
          {
            margin: [0, 3, 0, 0],
            stack: [
              nameText(keyName, {
                width: textWidth,
                size: 8,
                height: home ? nameHeight - homeHeight : nameHeight,
              }),
            ],
          },
          ...(home
            ? [nameText(home, { width: textWidth, size: 8, bold: true, height: homeHeight })]
            : []),
        ],
      },
    ],
  };
}

/** Lengths in points; a millimetre is 72 / 25.4 of them. */
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

/**
 * The QR code of a tag's text, `size` points wide, one rectangle for each run of dark modules. At
 * level Q a quarter of it may be worn off.
 */
export function qrCanvas(text: string, size: number): CanvasRect[] {
  const code = encode(text, { ecc: 'Q', border: quietZone });
  const module = size / code.size;
  const rects: CanvasRect[] = [];
  for (const [y, row] of code.data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      rects.push({
        type: 'rect',
        x: start * module,
        y: y * module,
        w: (x + 1 - start) * module,
        h: (1 + overlap) * module,
        color: '#000000',
        lineWidth: 0,
      });
    }
  }
  return rects;
}

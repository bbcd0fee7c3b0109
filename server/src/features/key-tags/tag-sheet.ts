import type { Content, CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces';
import { widthOf } from '../../pdf/font-runs.ts';
import { fontName } from '../../pdf/fonts.ts';
import { nameText } from '../../pdf/name-text.ts';
import { qrCanvas } from './qr-canvas.ts';

/** What a tag shows. */
export type Tag = { keyId: string; keyNumber: string; keyName: string };

export type TagSheet = { productName: string; tags: readonly Tag[] };

/** Lengths in points; a millimetre is 72 / 25.4 of them. */
const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

const columns = 3;
const tagWidth = mm(62);
const tagHeight = mm(33);
const codeSize = mm(25);
const sheetMargin = mm(12);

/** Beside the code: a number of one large line or two small ones, the name below it. */
const textWidth = tagWidth - mm(2 + 2 + 2.5) - codeSize;
const numberHeight = 26;
const nameHeight = 44;

/** Long numbers give up size rather than break in the middle. */
const numberSizes = [20, 15, 10];
const smallest = 10;

const numberSize = (keyNumber: string): number =>
  numberSizes.find((size) => widthOf(keyNumber, true) * size <= textWidth) ?? smallest;

const tagContent = ({ keyId, keyNumber, keyName }: Tag): Content => ({
  margin: [mm(2), mm(3.5), mm(2), 0],
  columns: [
    { width: codeSize, canvas: qrCanvas(keyId, codeSize) },
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
          stack: [nameText(keyName, { width: textWidth, size: 8, height: nameHeight })],
        },
      ],
    },
  ],
});

const rowsOf = (tags: readonly Tag[]): Content[][] => {
  const rows: Content[][] = [];
  for (let at = 0; at < tags.length; at += columns) {
    const row = tags.slice(at, at + columns).map(tagContent);
    while (row.length < columns) row.push('');
    rows.push(row);
  }
  return rows;
};

/** Dashed lines to cut along. */
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
export const tagSheetDocument = ({ productName, tags }: TagSheet): TDocumentDefinitions => ({
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
        body: rowsOf(tags),
      },
    },
  ],
});

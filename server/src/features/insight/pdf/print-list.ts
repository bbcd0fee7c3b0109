import type {
  Column,
  Content,
  StyleDictionary,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces';
import { fontName, setExtraFonts } from '../../../core/files/fonts.ts';
import { nameText } from '../../../core/files/name-text.ts';
import { printDocument } from '../../../core/files/printer.ts';
import { heading, look, tableLayouts } from './elements.ts';

/** Prints a list as a PDF file; runs in the printing thread. */
export function print(list: PaperList, extraFonts: readonly string[]): Promise<Buffer> {
  setExtraFonts(extraFonts);
  return printDocument(listDocument(list), tableLayouts);
}

/** A list on paper. Its title and the lines below it stand on each page. */
export type PaperList = {
  productName: string;
  title: string;
  lines: readonly string[];
  tables: readonly PaperTable[];
};

export type PaperTable = {
  heading?: string;
  /** Widths in points. Each column takes 8.5 more, and altogether the page is 515 wide. */
  columns: readonly { title: string; width: number }[];
  rows: readonly (readonly PaperCell[])[];
  rowHeight?: number;
  /** Stands there instead if there are no rows. */
  empty?: string;
  onNewPage?: boolean;
};

/** Lines of text, or a box to tick; without lines there is room to write. */
type PaperCell = readonly PaperText[] | 'box';
export type PaperText = { text: string; style?: 'number' | 'bold' | 'muted' };

const styles: StyleDictionary = {
  heading: { fontSize: 12, bold: true, margin: [0, 0, 0, 6] },
  head: { bold: true, color: look.accent },
  muted: { color: look.muted },
};

function listDocument(list: PaperList): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [40, 56 + list.lines.length * lineHeight, 40, 50],
    info: { title: `${list.productName}: ${list.title}`, creator: list.productName },
    defaultStyle: { font: fontName, fontSize: look.textSize, color: look.ink, lineHeight: 1.15 },
    styles,
    content: list.tables.map(tableContent),
    header: () => ({ margin: [40, 30, 40, 0], columns: [titleOf(list), campusOf(list)] }),
    footer: (page, pages) => ({
      margin: [40, 18, 40, 0],
      fontSize: 8,
      color: look.muted,
      columns: [{ text: 'Confidential' }, { text: `Page ${page} of ${pages}`, alignment: 'right' }],
    }),
  };
}

const lineHeight = 12;
const campusWidth = 180;
const titleWidth = look.contentWidth - campusWidth;

function titleOf({ title, lines }: PaperList): Column {
  return {
    width: titleWidth,
    stack: [
      nameText(title, { width: titleWidth, size: 15, bold: true, height: 20 }),
      ...lines.map((line) =>
        nameText(line, { width: titleWidth, size: look.textSize, height: 11 }),
      ),
    ],
  };
}

function campusOf({ productName }: PaperList): Column {
  return {
    width: campusWidth,
    alignment: 'right',
    color: look.accent,
    margin: [0, 3, 0, 0],
    stack: [nameText(productName, { width: campusWidth, size: 11, bold: true, height: 30 })],
  };
}

function tableContent(table: PaperTable): Content {
  const { columns, rows, rowHeight, empty = '', onNewPage } = table;
  const head: TableCell[] = columns.map(({ title }) => ({ text: title, style: 'head' }));
  const body: TableCell[][] = rows.map((row) =>
    columns.map(({ width }, index) => cellContent(row[index] ?? [], width)),
  );
  return {
    ...(onNewPage && { pageBreak: 'before' }),
    stack: [
      ...(table.heading ? [heading(table.heading)] : []),
      rows.length === 0
        ? { text: empty, style: 'muted', margin: [0, 4, 0, 20] }
        : {
            layout: 'ruled',
            table: {
              headerRows: 1,
              keepWithHeaderRows: 1,
              dontBreakRows: true,
              widths: columns.map(({ width }) => width),
              ...(rowHeight && { heights: (row) => (row === 0 ? 'auto' : rowHeight) }),
              body: [head, ...body],
            },
          },
    ],
  };
}

function cellContent(cell: PaperCell, width: number): TableCell {
  if (cell === 'box')
    return {
      canvas: [{ type: 'rect', x: 0, y: 2, w: 11, h: 11, lineWidth: 0.9, lineColor: look.ink }],
    };
  return {
    stack: cell.map(({ text, style }) => ({
      ...(style === 'muted' && { style }),
      stack: [
        nameText(text, {
          width,
          size: style === 'number' ? 10.5 : look.textSize,
          bold: style === 'number' || style === 'bold',
        }),
      ],
    })),
  };
}

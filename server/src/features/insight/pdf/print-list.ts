import { t } from '@keydesk/shared/texts/en/printed-lists';
import { type Drawing, drawPdf } from '../../../core/files/draw-pdf.ts';
import { type PrintSettings, setUpPrinting } from '../../../core/files/set-up-printing.ts';
import {
  drawAtTheEnd,
  drawFooter,
  drawText,
  fromStart,
  look,
  page,
  type Text,
  text,
} from './page.ts';

/** Runs in the printing thread. */
export async function print(list: PaperList, settings: PrintSettings): Promise<Buffer> {
  await setUpPrinting(settings);
  const info = { Title: `${list.productName}: ${list.title}`, Creator: list.productName };
  return drawPdf(info, (pdf) => drawList(pdf, list));
}

/** Title and lines are repeated on each page. */
export type PaperList = {
  productName: string;
  title: string;
  lines: readonly string[];
  /** Each starts on a new page. */
  tables: readonly PaperTable[];
};

export type PaperTable = {
  heading?: string;
  /** Widths in points. Each column takes 8.5 more, and altogether the page is 515 wide. */
  columns: readonly { title: string; width: number }[];
  rows: readonly (readonly PaperCell[])[];
  rowHeight?: number;
  /** Shown without rows. */
  empty?: string;
};

/** Lines of text, or a checkbox; without lines there is room to write. */
type PaperCell = readonly PaperText[] | 'box';
export type PaperText = { text: string; style?: 'number' | 'bold' | 'muted' };

const { left, right, bottom } = page;
/** In points. */
const headerTop = 30;
const lineGap = 1.2;
const headingHeight = 21;
const campusWidth = 180;
const padding = 4;
const thin = 0.5;
const boxSize = 11;

function drawList(pdf: Drawing, list: PaperList): void {
  const header = headerOf(list);
  const top = headerTop + sumOf(header.map(advanceOf)) + 8;
  const parts = list.tables.flatMap((table) => partsOf(table, bottom - top));
  for (const [index, { heading, rows, empty }] of parts.entries()) {
    pdf.addPage();
    drawHeader(pdf, header, list.productName);
    drawFooter(pdf, t('confidential'), t('page', { page: index + 1, pages: parts.length }));
    if (heading) drawText(pdf, text(heading, { size: 12, bold: true }), left, top);
    const start = heading ? top + headingHeight : top;
    if (rows.length > 0) drawRows(pdf, rows, start);
    else drawText(pdf, text(empty, { color: look.muted }), left, start + padding);
  }
}

function headerOf({ title, lines }: PaperList): Text[] {
  const width = look.contentWidth - campusWidth;
  return [
    text(title, { width, size: 15, bold: true, height: 20 }),
    ...lines.map((line) => text(line, { width, height: 11 })),
  ];
}

function advanceOf({ height }: Text, index: number): number {
  return index === 0 ? height : height + lineGap;
}

function drawHeader(pdf: Drawing, header: readonly Text[], productName: string): void {
  let y = headerTop;
  for (const [index, line] of header.entries()) {
    drawText(pdf, line, left, y);
    y += advanceOf(line, index);
  }
  const place = { width: campusWidth, size: 11, bold: true, height: 30, color: look.accent };
  drawAtTheEnd(pdf, text(productName, place), right, 33);
}

/** The part of a table on one page; its first row contains the titles. */
type TablePart = { heading: string; rows: Row[]; empty: string };
type Row = { cells: readonly Cell[]; height: number };
type Cell = { width: number; content: readonly Text[] | 'box' };

/** Splits a table between rows. */
function partsOf(table: PaperTable, height: number): TablePart[] {
  const { heading = '', empty = '', columns, rowHeight = 0 } = table;
  const titles = rowOf(
    columns.map(({ title, width }) => {
      return { width, content: [text(title, { width, bold: true, color: look.accent })] };
    }),
  );
  let part: TablePart = { heading, rows: [], empty };
  let room = height - titles.height - (heading ? headingHeight : 0);
  const parts = [part];
  for (const cells of table.rows) {
    const row = rowOf(
      columns.map(({ width }, index) => cellOf(cells[index] ?? [], width)),
      rowHeight,
    );
    if (row.height > room && part.rows.length > 0) {
      part = { heading: '', rows: [], empty };
      room = height - titles.height;
      parts.push(part);
    }
    if (part.rows.length === 0) part.rows.push(titles);
    part.rows.push(row);
    room -= row.height;
  }
  return parts;
}

function cellOf(cell: PaperCell, width: number): Cell {
  if (cell === 'box') return { width, content: cell };
  const content = cell.map(({ text: name, style }) =>
    text(name, {
      width,
      size: style === 'number' ? 10.5 : look.textSize,
      bold: style === 'number' || style === 'bold',
      color: style === 'muted' ? look.muted : look.ink,
    }),
  );
  return { width, content };
}

function rowOf(cells: readonly Cell[], least = 0): Row {
  const heights = cells.map(({ content }) =>
    content === 'box' ? boxSize + 2 : sumOf(content.map(({ height }) => height)),
  );
  return { cells, height: Math.max(least, ...heights) + 2 * padding + thin };
}

function drawRows(pdf: Drawing, rows: readonly Row[], top: number): void {
  const widths = rows[0]?.cells.map(({ width }) => width + 2 * padding + thin) ?? [];
  const end = top + sumOf(rows.map((row) => row.height));
  let y = top;
  for (const [index, { cells, height }] of rows.entries()) {
    drawRule(pdf, [left, y, left + sumOf(widths), y], { strong: index < 2 });
    let x = left;
    for (const [column, { content }] of cells.entries()) {
      drawCell(pdf, content, x + thin + padding, y + thin + padding);
      x += widths[column] ?? 0;
    }
    y += height;
  }
  drawRule(pdf, [left, end, left + sumOf(widths), end]);
  for (let column = 0; column <= widths.length; column += 1) {
    const x = left + sumOf(widths.slice(0, column));
    drawRule(pdf, [x, top, x, end]);
  }
}

function drawRule(
  pdf: Drawing,
  [x1, y1, x2, y2]: [number, number, number, number],
  { strong = false } = {},
): void {
  pdf.lineWidth(strong ? 0.9 : thin).strokeColor(strong ? look.muted : look.pale);
  pdf.moveTo(fromStart(x1), y1).lineTo(fromStart(x2), y2).stroke();
}

function drawCell(pdf: Drawing, content: Cell['content'], x: number, y: number): void {
  if (content === 'box') {
    pdf.lineWidth(0.9).strokeColor(look.ink);
    pdf.rect(fromStart(x, boxSize), y + 2, boxSize, boxSize).stroke();
    return;
  }
  let top = y;
  for (const part of content) top = drawText(pdf, part, x, top);
}

function sumOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}

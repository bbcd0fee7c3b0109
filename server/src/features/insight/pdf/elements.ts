import type { Drawing } from '../../../core/files/draw-pdf.ts';
import {
  drawAtTheEnd,
  drawText,
  fromStart,
  look,
  page,
  type Text,
  type TextStyle,
  text,
  widthOfText,
} from './page.ts';

/** A part of a page that is never split; sizes in points. */
export type Block = { height: number; draw: (pdf: Drawing, x: number, y: number) => void };

/** The heading is repeated on every page. */
type Table = { heading: Block; rows: readonly Block[] };

/**
 * Begins on a new page rather than being split. What is longer than a page is split between rows of
 * its tables, which are side by side.
 */
export type Section = {
  title: readonly Block[];
  tables?: readonly Table[];
  onNewPage?: boolean;
};

/** Where a block is drawn on its page. */
type PlacedBlock = { block: Block; x: number; y: number };

const top = 42;

/** The blocks of each page, in the order in which they are read. */
export function paginate(sections: readonly Section[]): PlacedBlock[][] {
  const pages: PlacedBlock[][] = [[]];
  let y = top;
  const place = (block: Block, x: number, y: number) => pages.at(-1)?.push({ block, x, y });
  const turn = () => {
    pages.push([]);
    y = top;
  };
  for (const { title, tables = [], onNewPage } of sections) {
    const headingHeight = highest(tables.map((table) => table.heading));
    const lines = lineHeights(tables);
    const start = heightOf(title) + headingHeight;
    const whole = start + sumOf(lines);
    const least = top + whole > page.bottom ? start + (lines[0] ?? 0) : whole;
    if (onNewPage || y + least > page.bottom) turn();
    for (const block of title) {
      place(block, page.left, y);
      y += block.height;
    }
    let from = 0;
    do {
      if (from > 0) turn();
      const to = fitting(lines, from, page.bottom - y - headingHeight);
      for (const [index, table] of tables.entries()) {
        const x = page.left + index * (columnWidth(tables.length) + columnGap);
        place(table.heading, x, y);
        for (const [row, block] of table.rows.slice(from, to).entries())
          place(block, x, y + headingHeight + sumOf(lines.slice(from, from + row)));
      }
      y += headingHeight + sumOf(lines.slice(from, to));
      from = to;
    } while (from < lines.length);
  }
  return pages;
}

/** Rows of tables side by side have the height of the highest. */
function lineHeights(tables: readonly Table[]): number[] {
  const count = Math.max(0, ...tables.map(({ rows }) => rows.length));
  return Array.from({ length: count }, (_, line) =>
    highest(tables.flatMap(({ rows }) => rows[line] ?? [])),
  );
}

/** The end of the lines that fit, at least one. */
function fitting(lines: readonly number[], from: number, room: number): number {
  let to = from + 1;
  while (to < lines.length && sumOf(lines.slice(from, to + 1)) <= room) to += 1;
  return Math.min(to, lines.length);
}

function sumOf(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}

function heightOf(blocks: readonly Block[]): number {
  return sumOf(blocks.map(({ height }) => height));
}

function highest(blocks: readonly Block[]): number {
  return Math.max(0, ...blocks.map(({ height }) => height));
}

/** One below the other. */
export function stack(...blocks: readonly Block[]): Block {
  return {
    height: heightOf(blocks),
    draw(pdf, x, y) {
      let at = y;
      for (const block of blocks) {
        block.draw(pdf, x, at);
        at += block.height;
      }
    },
  };
}

/** Side by side, each as wide as `columnWidth` says. */
export function beside(blocks: readonly Block[]): Block {
  const step = columnWidth(blocks.length) + columnGap;
  return {
    height: highest(blocks),
    draw(pdf, x, y) {
      for (const [index, block] of blocks.entries()) block.draw(pdf, x + index * step, y);
    },
  };
}

const columnGap = 18;

export function columnWidth(count: number): number {
  return (look.contentWidth - (count - 1) * columnGap) / count;
}

type Spaced = TextStyle & { before?: number; after?: number };

/** A paragraph with room above and below. */
export function paragraph(content: string, { before = 0, after = 0, ...style }: Spaced): Block {
  const drawn = text(content, style);
  return {
    height: before + drawn.height + after,
    draw: (pdf, x, y) => drawText(pdf, drawn, x, y + before),
  };
}

export function heading(content: string, width: number = look.contentWidth): Block {
  return paragraph(content, { size: 12, bold: true, width, before: 16, after: 6 });
}

export function note(content: string): Block {
  return paragraph(content, { color: look.muted, after: 4 });
}

/** 'Department: CSE' */
export function labelledValue(label: string, value: string, width: number): Block {
  const name = text(`${label}:`, { width, color: look.muted });
  const indent = widthOfText(name) + 3;
  const content = text(value, { width: width - indent });
  return {
    height: Math.max(name.height, content.height),
    draw(pdf, x, y) {
      drawText(pdf, name, x, y);
      drawText(pdf, content, x + indent, y);
    },
  };
}

/** Columns of numbers are as wide as these; the others share the rest. */
type Column = { title: string; share?: number; isNumber?: boolean };

const cellPadding = { x: 6, y: 3.5 };
/** Titles of numbers are broken beyond this, but not within a word. */
const widestNumber = 50;
/** Otherwise a text as wide as its column could be broken. */
const rounding = 0.1;

/** Alternating tint, thin lines between rows; `empty` without rows. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  empty: string,
  width: number = look.contentWidth,
): Table {
  if (rows.length === 0) {
    const style = { color: look.muted, width, before: 4, after: 4 };
    return { heading: paragraph(empty, style), rows: [] };
  }
  const widths = widthsOf(columns, rows, width);
  const row = (cells: readonly string[], style: TextStyle): TableRow => ({
    width,
    cells: columns.map(({ isNumber = false }, index) => {
      const cellWidth = widths[index] ?? 0;
      const content = text(cells[index] ?? '', { ...style, width: cellWidth - 2 * cellPadding.x });
      return { content, width: cellWidth, isNumber };
    }),
  });
  const titles = columns.map(({ title }) => title);
  return {
    heading: rowBlock(row(titles, { bold: true, color: look.accent })),
    rows: rows.map((cells, index) =>
      rowBlock({ ...row(cells, {}), tinted: index % 2 === 1, ruled: true }),
    ),
  };
}

function widthsOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  const ofNumbers = columns.map(({ title, isNumber }, index) => {
    if (!isNumber) return 0;
    const texts = [text(title, { bold: true }), ...rows.map((cells) => text(cells[index] ?? ''))];
    const words = title.split(' ').map((word) => text(word, { bold: true }));
    const inside = Math.min(widestNumber, widestOf(texts));
    return Math.max(inside, widestOf(words)) + 2 * cellPadding.x + rounding;
  });
  const rest = width - sumOf(ofNumbers);
  const shareOf = ({ isNumber, share = 1 }: Column) => (isNumber ? 0 : share);
  const shares = sumOf(columns.map(shareOf));
  return columns.map((column, index) =>
    column.isNumber ? (ofNumbers[index] ?? 0) : (rest * shareOf(column)) / shares,
  );
}

function widestOf(texts: readonly Text[]): number {
  return Math.max(0, ...texts.map(widthOfText));
}

type TableRow = {
  width: number;
  cells: readonly { content: Text; width: number; isNumber: boolean }[];
  tinted?: boolean;
  ruled?: boolean;
};

function rowBlock({ width, cells, tinted, ruled }: TableRow): Block {
  const height = Math.max(...cells.map(({ content }) => content.height)) + 2 * cellPadding.y;
  return {
    height,
    draw(pdf, x, y) {
      const start = fromStart(x, width);
      if (tinted) pdf.rect(start, y, width, height).fill(look.stripe);
      if (ruled)
        pdf
          .moveTo(start, y)
          .lineTo(start + width, y)
          .lineWidth(0.5)
          .stroke(look.line);
      let left = x;
      for (const { content, width, isNumber } of cells) {
        const top = y + cellPadding.y;
        if (isNumber) drawAtTheEnd(pdf, content, left + width - cellPadding.x, top);
        else drawText(pdf, content, left + cellPadding.x, top);
        left += width;
      }
    },
  };
}

const cardPadding = { x: 10, y: 8 };
const cardGap = 6;

/** Large figures with their names, on tinted fields. */
export function cards(figures: readonly { name: string; value: string }[]): Block {
  const width = (look.contentWidth - (figures.length - 1) * cardGap) / figures.length;
  const inside = width - 2 * cardPadding.x;
  const contents = figures.map(({ name, value }) =>
    stack(
      paragraph(value, { size: 17, bold: true, width: inside }),
      paragraph(name, { color: look.muted, width: inside }),
    ),
  );
  const height = highest(contents) + 2 * cardPadding.y;
  return {
    height,
    draw(pdf, x, y) {
      for (const [index, content] of contents.entries()) {
        const left = x + index * (width + cardGap);
        pdf.rect(fromStart(left, width), y, width, height).fill(look.accentSoft);
        content.draw(pdf, left + cardPadding.x, y + cardPadding.y);
      }
    },
  };
}

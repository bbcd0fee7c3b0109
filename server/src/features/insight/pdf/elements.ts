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

/** Rows that follow each other. The heading row is repeated on every page. */
type Rows = { headings: readonly Block[]; rows: readonly Block[] };

/** Begins on a new page rather than being split; what is longer than a page is split between rows. */
export type Section = Rows & { title: readonly Block[]; onNewPage?: boolean };

type PlacedBlock = { block: Block; y: number };

const top = 42;

/** The blocks of each page. */
export function paginate(sections: readonly Section[]): PlacedBlock[][] {
  let current: PlacedBlock[] = [];
  const pages = [current];
  let y = top;
  const place = (block: Block) => {
    current.push({ block, y });
    y += block.height;
  };
  const turn = () => {
    current = [];
    pages.push(current);
    y = top;
  };
  for (const { title, headings, rows, onNewPage } of sections) {
    const start = [...title, ...headings];
    const whole = heightOf([...start, ...rows]);
    const least = top + whole > page.bottom ? heightOf([...start, ...rows.slice(0, 1)]) : whole;
    if (onNewPage || y + least > page.bottom) turn();
    for (const block of start) place(block);
    for (const [index, row] of rows.entries()) {
      if (index > 0 && y + row.height > page.bottom) {
        turn();
        for (const block of headings) place(block);
      }
      place(row);
    }
  }
  return pages;
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
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
    height: Math.max(0, ...blocks.map(({ height }) => height)),
    draw(pdf, x, y) {
      for (const [index, block] of blocks.entries()) block.draw(pdf, x + index * step, y);
    },
  };
}

const columnGap = 18;

export function columnWidth(count: number): number {
  return (look.contentWidth - (count - 1) * columnGap) / count;
}

/** Tables side by side, which are split between the same rows. */
export function tablesBeside(tables: readonly Rows[]): Rows {
  const lines = (part: 'headings' | 'rows') =>
    Array.from({ length: Math.max(...tables.map((table) => table[part].length)) }, (_, index) =>
      beside(tables.map((table) => table[part][index] ?? nothing)),
    );
  return { headings: lines('headings'), rows: lines('rows') };
}

const nothing: Block = { height: 0, draw: () => undefined };

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
const widestNumber = 80;

/** Alternating tint, thin lines between rows; `empty` without rows. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  empty: string,
  width: number = look.contentWidth,
): Rows {
  if (rows.length === 0) {
    const style = { color: look.muted, width, before: 4, after: 4 };
    return { headings: [paragraph(empty, style)], rows: [] };
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
    headings: [rowBlock(row(titles, { bold: true, color: look.accent }))],
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
    return Math.min(widestNumber, Math.max(...texts.map(widthOfText)) + 2 * cellPadding.x + 0.1);
  });
  const rest = width - ofNumbers.reduce((sum, one) => sum + one, 0);
  const shareOf = ({ isNumber, share = 1 }: Column) => (isNumber ? 0 : share);
  const shares = columns.reduce((sum, column) => sum + shareOf(column), 0);
  return columns.map((column, index) =>
    column.isNumber ? (ofNumbers[index] ?? 0) : (rest * shareOf(column)) / shares,
  );
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
  const height = Math.max(...contents.map((content) => content.height)) + 2 * cardPadding.y;
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

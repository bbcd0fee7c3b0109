import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces';

/** Colours of the web's light theme; sizes in points. */
export const look = {
  ink: '#1b2733',
  muted: '#5a6875',
  line: '#d5dde3',
  pale: '#9aa7b1',
  accent: '#0b5d75',
  accentSoft: '#e0eff4',
  stripe: '#f6f9fa',
  textSize: 9,
  contentWidth: 515,
} as const;

/** Never the last line of a page; see `pageBreakBefore` of the document. */
export function heading(text: string): Content {
  return { text, style: 'heading', headlineLevel: 1 };
}

export function note(text: string): Content {
  return { text, style: 'muted', noWrap: true, margin: [0, 0, 0, 4] };
}

type Column = { title: string; width: '*' | 'auto' | number; isNumber?: boolean };

/** `rows`: thin lines, alternating tint. `cards`: large figures. */
export const tableLayouts: Record<string, CustomTableLayout> = {
  rows: {
    hLineWidth: (index, { table }) => (index === 0 || index === table.body.length ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => look.line,
    fillColor: (row) => (row > 0 && row % 2 === 0 ? look.stripe : null),
    paddingTop: () => 3.5,
    paddingBottom: () => 3.5,
    paddingLeft: () => 6,
    paddingRight: () => 6,
  },
  cards: {
    hLineWidth: () => 0,
    vLineWidth: (index, { table }) =>
      index === 0 || index === (table.widths ?? []).length ? 0 : 6,
    vLineColor: () => '#ffffff',
    fillColor: () => look.accentSoft,
    paddingTop: () => 8,
    paddingBottom: () => 8,
    paddingLeft: () => 10,
    paddingRight: () => 10,
  },
};

/** Repeats its header on every page; shows `empty` without rows. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Content[])[],
  empty: string,
): Content {
  if (rows.length === 0) return { text: empty, style: 'empty' };
  const head: TableCell[] = columns.map((column) => ({
    text: column.title,
    style: 'head',
    alignment: alignment(column),
  }));
  const body: TableCell[][] = rows.map((row) =>
    columns.map((column, index) => ({
      stack: [row[index] ?? ''],
      alignment: alignment(column),
    })),
  );
  return {
    layout: 'rows',
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [head, ...body],
    },
  };
}

function alignment({ isNumber }: Column) {
  return isNumber ? 'right' : 'left';
}

export function cards(figures: readonly { name: string; value: string }[]): Content {
  return {
    layout: 'cards',
    table: {
      widths: figures.map(() => '*'),
      body: [
        figures.map(({ name, value }) => ({
          stack: [
            { text: value, style: 'figure' },
            { text: name, style: 'muted' },
          ],
        })),
      ],
    },
  };
}

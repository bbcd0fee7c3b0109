/** One line of the result: a figure of ours, what it is held against, and how far we mean to go. */
export type Row = {
  what: string;
  ours: string;
  /** Measured in the same run, unless it says 'stated'. */
  reference: string;
  /** Empty where the goal is no ratio. */
  ratio: string;
  goal: string;
  /** Undefined for a figure without a goal. */
  met: boolean | undefined;
};

const columns = ['what', 'ours', 'reference', 'ratio', 'goal', 'met'] as const;
type Column = (typeof columns)[number];

const verdict = (met: boolean | undefined): string =>
  met === undefined ? '' : met ? 'met' : 'MISSED';

const cell = (row: Row, column: Column): string =>
  column === 'met' ? verdict(row.met) : row[column];

/** A Markdown table, so that a run can be pasted into the document. */
export const tableOf = (rows: readonly Row[]): string => {
  const heads = { what: 'what', ours: 'ours', reference: 'reference, same run', ratio: 'ratio' };
  const head: Record<Column, string> = { ...heads, goal: 'goal', met: '' };
  const widths = columns.map((column) =>
    Math.max(head[column].length, ...rows.map((row) => cell(row, column).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |\n`;
  return [
    line(columns.map((column) => head[column])),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map((row) => line(columns.map((column) => cell(row, column)))),
  ].join('');
};

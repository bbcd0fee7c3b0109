export type Row = {
  what: string;
  ours: string;
  /** Measured in the same run, unless marked 'stated'. */
  reference?: string;
  ratio?: string;
  goal?: string;
  met?: boolean | undefined;
};

const columns = ['what', 'ours', 'reference', 'ratio', 'goal', 'met'] as const;
type Column = (typeof columns)[number];

/** A Markdown table, to paste into the documentation. */
export function tableOf(rows: readonly Row[]): string {
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
}

function cell(row: Row, column: Column): string {
  if (column !== 'met') return row[column] ?? '';
  return row.met === undefined ? '' : row.met ? 'met' : 'MISSED';
}

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`;
}

export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)}×`;
}

export function inKb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** The value below which this share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

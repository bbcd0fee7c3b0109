import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { iterateYielding } from '../event-loop.ts';

/** One record of a file: the line on which it begins, and its cells. */
type CsvRecord = { line: number; cells: string[] };

type CsvResult = { records: CsvRecord[]; error: null } | { records: null; error: string };

type CsvLimits = {
  /** One more record than this is read, to show that there are too many. */
  maxRecords: number;
  signal: AbortSignal;
};

type Parsed = { info: { lines: number }; record: string[] };

/** How many characters are parsed in one turn of the event loop. */
const sliceLength = 1_000;

/** Longer than any real record: how far the parser reads after a quote that is never closed. */
const maxRecordLength = 20_000;

/**
 * Reads CSV text slice by slice and skips blank lines. For text that is not valid CSV, `error` says
 * what is wrong.
 */
export async function readCsv(text: string, { maxRecords, signal }: CsvLimits): Promise<CsvResult> {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const slices = Readable.from(iterateYielding(slicesOf(unified), signal, 1));
  const parser = parse({
    delimiter: separatorOf(unified),
    info: true,
    max_record_size: maxRecordLength,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  });
  slices.on('error', (error) => parser.destroy(error)).pipe(parser);
  const records: CsvRecord[] = [];
  try {
    for await (const { info, record } of parser as AsyncIterable<Parsed>) {
      records.push({
        line: info.lines - lineBreaksIn(record),
        cells: record.map(stripFormulaGuard),
      });
      if (records.length > maxRecords) break;
    }
    return { records, error: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records: null, error: `The file is not valid CSV. ${error.message}` };
  } finally {
    slices.destroy();
  }
}

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += sliceLength) yield text.slice(at, at + sliceLength);
}

/** Spreadsheets in some countries use semicolons; the heading shows which separator was used. */
function separatorOf(text: string): string {
  const heading = text.slice(0, text.indexOf('\n') + 1 || text.length);
  const count = (separator: string) => heading.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

const separators = [',', ';', '\t'] as const;

/** The fields of a table, and the heading of each one's column. */
export type Columns<F extends string> = Readonly<Record<F, string>>;

/** A row: the cell of each column that is present, and what is wrong with the row. */
export type TableRow<F extends string> = {
  line: number;
  cells: Partial<Record<F, string>>;
  problems: string[];
};

type TableResult<F extends string> =
  | { rows: TableRow<F>[]; error: null }
  | { rows: null; error: string };

type TableLimits = {
  /** One more row than this is read, to show that there are too many. */
  maxRows: number;
  signal: AbortSignal;
};

/**
 * Reads CSV text whose first line names its columns, in any order, case and spacing. All columns
 * but `key` are optional. Unknown ones are refused, so that a misspelt heading does not go
 * unnoticed.
 */
export async function readTable<F extends string>(
  text: string,
  columns: Columns<F>,
  key: NoInfer<F>,
  { maxRows, signal }: TableLimits,
): Promise<TableResult<F>> {
  const { records, error } = await readCsv(text, { maxRecords: maxRows + 1, signal });
  if (!records) return { rows: null, error };
  const [heading, ...rest] = records;
  if (!heading) return { rows: null, error: 'The file is empty' };
  const problem = headingError(heading.cells, columns, columns[key]);
  if (problem) return { rows: null, error: problem };
  const known = Object.keys(columns) as F[];
  const fields = heading.cells.flatMap((name) =>
    known.filter((field) => normalizeHeading(columns[field]) === normalizeHeading(name)),
  );
  return { rows: rest.map((record) => rowOf(record, fields)), error: null };
}

function headingError(headings: readonly string[], columns: Columns<string>, key: string) {
  const known = Object.values(columns);
  const unknown = headings.filter(
    (each) => !known.some((name) => normalizeHeading(name) === normalizeHeading(each)),
  );
  if (unknown.length > 0)
    return `Unknown column ${quoteList(unknown)}. The columns are ${quoteList(known)}.`;
  const names = headings.map(normalizeHeading);
  const duplicate = headings.find((each, at) => names.indexOf(normalizeHeading(each)) < at);
  if (duplicate !== undefined) return `Column ${quoteList([duplicate])} is there twice`;
  return names.includes(normalizeHeading(key)) ? null : `The column ${quoteList([key])} is missing`;
}

function normalizeHeading(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function quoteList(headings: readonly string[]): string {
  return headings.map((heading) => `"${heading}"`).join(', ');
}

function rowOf<F extends string>({ line, cells }: CsvRecord, fields: readonly F[]): TableRow<F> {
  const hasSurplus = cells.slice(fields.length).some((cell) => cell !== '');
  const differs = hasSurplus || cells.length < fields.length;
  return {
    line,
    cells: Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? ''])) as Partial<
      Record<F, string>
    >,
    problems: differs ? [`${cells.length} cells instead of ${fields.length}`] : [],
  };
}

/**
 * Where a spreadsheet would run text as a formula, with or without quotes that prevent it: where a
 * cell begins, also for one that takes a semicolon, a tab or a bar for the separator, or that does
 * not know the quotes around a cell.
 */
const formulaPattern = /(?<=^|[;|\t\r\n])(?=['"]*[=+\-@\t\r])/g;
const guardedPattern = /(?<=^|[;|\t\r\n])'(?=['"]*[=+\-@\t\r])/g;

/** How many rows of an export are read at once. */
const pageSize = 500;

/**
 * A whole export as CSV: `readPage` reads on after the last row of the page before. A page may be
 * longer than asked for, where rows of one moment stay together.
 */
export async function* csvPages<Row>(
  headings: readonly string[],
  readPage: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
  cellsOf: (row: Row) => readonly (string | null)[],
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(headings);
  let rows: readonly Row[] = [];
  do {
    rows = await readPage(rows.at(-1), pageSize);
    if (rows.length > 0) yield rows.map((row) => csvLine(cellsOf(row))).join('');
  } while (rows.length >= pageSize);
}

/** Without this mark, spreadsheets assume an old encoding. */
const byteOrderMark = '\ufeff';

/** One line of CSV (RFC 4180) in which no spreadsheet finds a formula. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(escapeCell).join(',')}\r\n`;
}

function escapeCell(value: string | null): string {
  const text = value ?? '';
  const inert = text.replace(formulaPattern, "'");
  return /[",;|\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** The text of a cell without the quotes that keep it from being a formula. */
export function stripFormulaGuard(text: string): string {
  return text.replace(guardedPattern, '');
}

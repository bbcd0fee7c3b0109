import { Readable } from 'node:stream';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t as uploadText } from '@keydesk/shared/texts/en/uploads';
import { CsvError, parse } from 'csv-parse';
import type { FastifyReply } from 'fastify';
import { iterateYielding } from '../event-loop.ts';

/** `line` is the first line of the record. */
type CsvRecord = { line: number; cells: string[] };

type CsvResult = { records: CsvRecord[]; error: null } | { records: null; error: string };

type CsvLimits = {
  /** One more is read, to detect that there are too many. */
  maxRecords: number;
  signal: AbortSignal;
};

type Parsed = { info: { lines: number }; record: string[] };

/** Characters parsed per turn of the event loop. */
const sliceLength = 1_000;

/** Maximum number of title lines above the headings. */
const titleLines = 20;

/** Longer than any real record: how far the parser reads after an unclosed quote. */
const maxRecordLength = 20_000;

/**
 * Reads CSV text in slices and skips blank lines. A first line such as `sep=;` names the separator.
 * `error` describes invalid CSV.
 */
export async function readCsv(text: string, { maxRecords, signal }: CsvLimits): Promise<CsvResult> {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const named = /^"?sep=([^\n"])"?[^\n]*(?=\n|$)/i.exec(unified);
  // Keeps an empty first line, so that line numbers stay.
  const content = named ? unified.slice(named[0].length) : unified;
  const slices = Readable.from(iterateYielding(slicesOf(content), signal, 1));
  const parser = parse({
    delimiter: named?.[1] ?? separatorOf(content),
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
    return { records: null, error: uploadText('not-csv', { reason: error.message }) };
  } finally {
    slices.destroy();
  }
}

function* slicesOf(text: string): Generator<string> {
  let end = 0;
  for (let at = 0; at < text.length; at = end) {
    end = at + sliceLength;
    // Half a surrogate pair would be read as a letter of its own.
    if (/[\ud800-\udbff]$/.test(text.slice(at, end))) end += 1;
    yield text.slice(at, end);
  }
}

/**
 * Spreadsheets in some countries use semicolons; the first lines show which separator was used. A
 * title above the headings has none.
 */
function separatorOf(text: string): string {
  const beginning = text.split('\n', titleLines).join('\n');
  const count = (separator: string) => beginning.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

const separators = [',', ';', '\t'] as const;

/** Headings by field. */
export type Columns<F extends string> = Readonly<Record<F, string>>;

/** The cells of known columns, and the row's problems. */
export type TableRow<F extends string> = {
  line: number;
  cells: Partial<Record<F, string>>;
  problems: string[];
};

/** `field` is null for an ignored column. */
type NamedColumn<F extends string> = { heading: string; field: F | null };

type TableResult<F extends string> =
  | { rows: TableRow<F>[]; columns: NamedColumn<F>[]; error: null }
  /** `columns` contains what is known of the headings when some are unknown. */
  | { rows: null; columns: NamedColumn<F>[] | null; error: string };

type TableOptions<F extends string> = {
  columns: Columns<F>;
  /** The required column. */
  key: F;
  /** The user's mapping of a heading: a field, or null to ignore the column. */
  chosen?: (heading: string) => F | null | undefined;
  /** The probable field of an unmapped heading. */
  guess?: (heading: string) => F | undefined;
  /** One more is read, to detect that there are too many. */
  maxRows: number;
  signal: AbortSignal;
};

/**
 * Reads CSV text with a line of headings in any order, case and spacing, below optional title
 * lines. Only the column `key` is required. Unknown columns are refused, so that a misspelt heading
 * does not go unnoticed.
 */
export async function readTable<F extends string>(
  text: string,
  options: TableOptions<F>,
): Promise<TableResult<F>> {
  const { maxRows, signal } = options;
  const { records, error } = await readCsv(text, { maxRecords: maxRows + titleLines, signal });
  if (!records) return { rows: null, columns: null, error };
  const candidates = records.slice(0, titleLines);
  const [first] = candidates.toSorted(
    (one, other) => countKnown(other.cells, options) - countKnown(one.cells, options),
  );
  if (!first) return { rows: null, columns: null, error: uploadText('empty') };
  const rest = records.slice(records.indexOf(first) + 1);
  const headings = first.cells.slice(0, first.cells.findLastIndex(Boolean) + 1);
  const named = nameColumns(headings, options);
  const isEmpty = (at: number) => rest.every(({ cells }) => !cells[at]);
  const problem = headingError(named, isEmpty, options);
  if (problem) return { rows: null, columns: named, error: problem };
  const fields = named.map(({ field }) => field);
  return { rows: rest.map((record) => rowOf(record, fields)), columns: named, error: null };
}

function countKnown<F extends string>(
  headings: readonly string[],
  options: TableOptions<F>,
): number {
  return nameColumns(headings, options).filter(({ field }) => field).length;
}

/** By the user's mapping, else our own headings, else a guess. */
function nameColumns<F extends string>(
  headings: readonly string[],
  { columns, chosen, guess }: TableOptions<F>,
): NamedColumn<F>[] {
  const known = Object.keys(columns) as F[];
  const said = headings.map((heading) => {
    const choice = chosen?.(heading);
    if (choice !== undefined) return choice;
    return known.find((field) => normalizeHeading(columns[field]) === normalizeHeading(heading));
  });
  const taken = new Set(said);
  return headings.map((heading, at) => {
    const field = said[at];
    if (field !== undefined) return { heading, field };
    const guessed = guess?.(heading);
    if (!guessed || taken.has(guessed)) return { heading, field: null };
    taken.add(guessed);
    return { heading, field: guessed };
  });
}

function headingError<F extends string>(
  named: readonly NamedColumn<F>[],
  isEmpty: (at: number) => boolean,
  { columns, key, chosen }: TableOptions<F>,
): string | null {
  const known = Object.values<string>(columns);
  const isLeftOut = (heading: string, at: number) =>
    heading === '' ? isEmpty(at) : chosen?.(heading) === null;
  const unknown = named.filter(({ heading, field }, at) => !field && !isLeftOut(heading, at));
  if (unknown.length > 0) {
    const names = unknown.map(
      (column) =>
        column.heading || uploadText('nameless-column', { number: named.indexOf(column) + 1 }),
    );
    return uploadText('unknown-column', { names: quoteList(names), known: quoteList(known) });
  }
  const fields = named.map(({ field }) => field);
  const duplicate = named.find(({ field }, at) => field && fields.indexOf(field) < at);
  if (duplicate?.field) {
    const first = named[fields.indexOf(duplicate.field)]?.heading ?? '';
    return normalizeHeading(first) === normalizeHeading(duplicate.heading)
      ? uploadText('same-column', { heading: duplicate.heading })
      : uploadText('both-columns', {
          headings: quoteList([first, duplicate.heading]),
          column: columns[duplicate.field],
        });
  }
  return fields.includes(key) ? null : uploadText('missing-column', { column: columns[key] });
}

/** Letters and digits in lower case. */
export function normalizeHeading(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

function quoteList(headings: readonly string[]): string {
  return headings.map((heading) => `“${heading}”`).join(', ');
}

function rowOf<F extends string>(
  { line, cells }: CsvRecord,
  fields: readonly (F | null)[],
): TableRow<F> {
  const read = fields.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : []));
  const hasSurplus = cells.slice(fields.length).some((cell) => cell !== '');
  const differs = hasSurplus || cells.length < fields.length;
  return {
    line,
    cells: Object.fromEntries(read) as Partial<Record<F, string>>,
    problems: differs
      ? [uploadText('cells-differ', { cells: cells.length, fields: fields.length })]
      : [],
  };
}

/**
 * Where a spreadsheet would start a formula, with or without quotes that prevent it: at the start
 * of a cell, also with a semicolon, tab or bar as separator, or if quotes around cells are ignored.
 */
const formulaPattern = /(?<=^|[;|\t\r\n])(?=['"]*[=+\-@\t\r])/g;
const guardedPattern = /(?<=^|[;|\t\r\n])'(?=['"]*[=+\-@\t\r])/g;

/** Rows of an export read at once. */

export function headingTexts(headings: readonly Parameters<typeof headingText>[0][]): string[] {
  return headings.map((heading) => headingText(heading));
}

const pageSize = 500;

/**
 * CSV of all pages: `readPage` continues after the last row. Pages may exceed the limit where rows
 * of the same moment must stay together.
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

/** `name` is the file name without `.csv`. */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  lines: AsyncIterable<string>,
): Promise<FastifyReply> {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(lines));
}

/** Without this mark, spreadsheets assume an old encoding. */
const byteOrderMark = '\ufeff';

/** RFC 4180, guarded against formulas. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(escapeCell).join(',')}\r\n`;
}

function escapeCell(value: string | null): string {
  const text = value ?? '';
  const inert = text.replace(formulaPattern, "'");
  return /[",;|\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Removes the quotes that keep a text from being a formula. */
export function stripFormulaGuard(text: string): string {
  return text.replace(guardedPattern, '');
}

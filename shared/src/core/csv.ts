import type { t as headingText } from '../texts/en/file-headings.ts';
import { t } from '../texts/en/uploads.ts';
import type { ParametersOf } from '../texts/translator.ts';

/** What a column of ours is called in each language. */
export type FileHeading = keyof ParametersOf<typeof headingText>;

/** `line` is the first line of the record. */
export type CsvRecord = { line: number; cells: string[] };

/** The text is no CSV; the message says where it is not. */
export class CsvError extends Error {}

/** Title lines that a file may have above its headings. */
export const titleLines = 20;

/** Longer than any real record: how far a quote that is not closed is looked for. */
const maxRecordLength = 20_000;

/**
 * Reads CSV text record by record, empty ones too. A first line such as `sep=;` names the separator
 * and does not count, as spreadsheets do not show it. @throws CsvError where a quote is wrong
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const named = /^"?sep=([^\n"])"?[^\n]*(?:\n|$)/i.exec(unified);
  const separator = named?.[1] ?? separatorOf(unified);
  const cellAt = createCellReader(unified, separator);
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  let begin = named?.[0].length ?? 0;
  for (let at = begin; at <= unified.length; ) {
    const { cell, end } = cellAt(at, line);
    if (end - begin > maxRecordLength) throw tooLong(line);
    record.cells.push(cell);
    line += cell.split('\n').length - 1;
    at = end + 1;
    if (unified[end] === separator) continue;
    yield record;
    begin = at;
    line += 1;
    record = { line, cells: [] };
  }
}

export function isBlank({ cells }: CsvRecord): boolean {
  return !cells.some(Boolean);
}

function tooLong(line: number): CsvError {
  return new CsvError(t('record-too-long', { line, most: maxRecordLength }));
}

const separators = [',', ';', '\t'] as const;

/**
 * Spreadsheets in some countries use semicolons; the first lines show which separator was used. A
 * title above the headings has none.
 */
function separatorOf(text: string): string {
  const beginning = text.split('\n', titleLines).join('\n');
  const count = (separator: string) => beginning.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Quotes count only at the beginning of a cell: `5" disk` is a text, and so is `="007"`. */
function createCellReader(text: string, separator: string) {
  const plain = new RegExp(`[^\\n${separator.replace(/[\\\]^-]/, '\\$&')}]*`, 'y');
  const spaces = /[ \u00a0]*/y;
  const endOf = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    pattern.test(text);
    return pattern.lastIndex;
  };
  return (at: number, line: number): { cell: string; end: number } => {
    const start = endOf(spaces, at);
    if (text[start] !== '"') {
      const end = endOf(plain, at);
      return { cell: readCell(text.slice(at, end).trim()), end };
    }
    let close = text.indexOf('"', start + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close < 0) throw tooLong(line);
    const end = endOf(spaces, close + 1);
    if (end < text.length && text[end] !== separator && text[end] !== '\n')
      throw new CsvError(t('text-after-quote', { line }));
    return { cell: readCell(text.slice(start + 1, close).replaceAll('""', '"')), end };
  };
}

/** Spreadsheets write `="007"` for a text of digits. */
function readCell(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? stripFormulaGuard(cell);
}

/**
 * Where a spreadsheet would start a formula, with or without quotes that prevent it: at the start
 * of a cell, also with a semicolon, tab or bar as separator, or if quotes around cells are ignored.
 */
const formulaPattern = /(?<=^|[;|\t\r\n])(?=['"]*[=+\-@\t\r])/g;
const guardedPattern = /(?<=^|[;|\t\r\n])'(?=['"]*[=+\-@\t\r])/g;

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

/** Without this mark, spreadsheets assume an old encoding. */
export const byteOrderMark = '\ufeff';

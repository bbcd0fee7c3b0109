import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { inTurns } from '../in-turns.ts';
import { unmarked } from './csv-line.ts';

/** One record of a file: the line on which it begins, and its cells. */
export type CsvRecord = { line: number; cells: string[] };

export type CsvReading = { records: CsvRecord[]; fault: null } | { records: null; fault: string };

export type CsvLimits = {
  /** No more records than this and one are read: one too many shows that there are more. */
  maxRecords: number;
  signal: AbortSignal;
};

type Parsed = { info: { lines: number }; record: string[] };

/** As much as is parsed in one turn of the event loop. */
const sliceLength = 1_000;

/** Longer than any record that means something: so far is read after a quote that nobody closes. */
const maxRecordLength = 20_000;

/**
 * Reads CSV text slice by slice; blank lines are left out. A text that is no CSV is a fault, said in
 * words.
 */
export async function readCsv(
  text: string,
  { maxRecords, signal }: CsvLimits,
): Promise<CsvReading> {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const slices = Readable.from(inTurns(slicesOf(unified), signal, 1));
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
      records.push({ line: info.lines - lineBreaksIn(record), cells: record.map(unmarked) });
      if (records.length > maxRecords) break;
    }
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records: null, fault: `The file is not valid CSV. ${error.message}` };
  } finally {
    slices.destroy();
  }
}

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += sliceLength) yield text.slice(at, at + sliceLength);
}

const separators = [',', ';', '\t'] as const;

/** Spreadsheets of some countries separate by semicolon: the heading tells. */
function separatorOf(text: string): string {
  const heading = text.slice(0, text.indexOf('\n') + 1 || text.length);
  const count = (separator: string) => heading.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

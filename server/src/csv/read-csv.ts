import { CsvError, parse } from 'csv-parse/sync';
import { unmarked } from './csv-line.ts';

/** One record of a file: the line on which it begins, and its cells. */
export type CsvRecord = { line: number; cells: string[] };

export type CsvReading = { records: CsvRecord[]; fault: null } | { records: null; fault: string };

const separators = [',', ';', '\t'] as const;

/** Spreadsheets of some countries separate by semicolon: the heading tells. */
const separatorOf = (text: string): string => {
  const heading = text.slice(0, text.indexOf('\n') + 1 || text.length);
  const count = (separator: string) => heading.split(separator).length;
  return separators.reduce((best, each) => (count(each) > count(best) ? each : best));
};

const lineBreaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

type Parsed = { info: { lines: number }; record: string[] };

/** Reads CSV text; blank lines are left out. A text that is no CSV is a fault, said in words. */
export const readCsv = (text: string): CsvReading => {
  const unified = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  try {
    const parsed = parse(unified, {
      delimiter: separatorOf(unified),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as Parsed[];
    const records = parsed.map(({ info, record }) => ({
      line: info.lines - lineBreaksIn(record),
      cells: record.map(unmarked),
    }));
    return { records, fault: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records: null, fault: `The file is not valid CSV. ${error.message}` };
  }
};

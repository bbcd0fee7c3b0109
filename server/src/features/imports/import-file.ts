import { appError } from '@keydesk/shared/errors';
import {
  type ImportRow,
  importTooLarge,
  maxImportBytes,
  type NamedEntry,
} from '@keydesk/shared/imports/routes';
import { type Columns, readTable, type TableRow } from '../../platform/csv/csv.ts';

/** An uploaded file and how to import it. */
export type ImportedFile = {
  text: string;
  dryRun: boolean;
  /** Entries to add to the lists of the campus, where the file names them. */
  create: readonly NamedEntry[];
  /** Aborts when the caller has left; then nothing is stored. */
  signal: AbortSignal;
};

const maxRows = 10_000;

/**
 * The rows of an uploaded file.
 * @throws BAD_INPUT if it is not a table with these columns, is empty, or is too large.
 */
export async function readImportFile<F extends string>(
  text: string,
  columns: Columns<F>,
  key: NoInfer<F>,
  signal: AbortSignal,
): Promise<TableRow<F>[]> {
  if (Buffer.byteLength(text) > maxImportBytes) throw appError('BAD_INPUT', importTooLarge);
  const { rows, error } = await readTable(text, columns, key, { maxRows, signal });
  if (!rows) throw appError('BAD_INPUT', error);
  if (rows.length === 0) throw appError('BAD_INPUT', 'The file has no rows below its heading');
  if (rows.length > maxRows)
    throw appError('BAD_INPUT', 'The file has more than 10,000 rows. Please split it.');
  return rows;
}

/** A field with a set of values. */
type Choice = { name: string; values: readonly string[] };

/** The value that a cell names, or what is wrong with the cell. */
export type Matched<V> = { value: V; problem: null } | { value: null; problem: string };

/** The value that matches a cell, ignoring case, or the problem if there is none. */
export function matchChoice({ name, values }: Choice, cell: string): Matched<string> {
  const value = values.find((candidate) => candidate.toLowerCase() === cell.toLowerCase());
  return value === undefined
    ? { value: null, problem: `${name} "${cell}" is not one of ${values.join(', ')}` }
    : { value, problem: null };
}

export function hasRefusedRows(rows: readonly ImportRow[]): boolean {
  return rows.some((row) => row.outcome === 'refused');
}

import { refusal } from '@keydesk/shared/errors';
import { type Columns, readTable, type TableRow } from '../../csv/csv-table.ts';

/** A file as its upload gives it. */
export type ImportedFile = {
  text: string;
  dryRun: boolean;
  /** Aborts when nobody waits for the result any more; then nothing is stored. */
  signal: AbortSignal;
};

const maxRows = 10_000;

/**
 * The rows of an uploaded file; a file that is no such table is refused as a whole, and one with too
 * many rows without reading the rest of them.
 */
export async function readFile<F extends string>(
  text: string,
  columns: Columns<F>,
  key: NoInfer<F>,
  signal: AbortSignal,
): Promise<TableRow<F>[]> {
  const { rows, fault } = await readTable(text, columns, key, { maxRows, signal });
  if (!rows) throw refusal('BAD_INPUT', fault);
  if (rows.length === 0) throw refusal('BAD_INPUT', 'The file has no rows below its heading');
  if (rows.length > maxRows)
    throw refusal('BAD_INPUT', 'The file has more than 10,000 rows. Please split it.');
  return rows;
}

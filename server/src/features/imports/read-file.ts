import { refusal } from '@keydesk/shared/errors';
import { type Columns, readTable, type TableRow } from '../../csv/csv-table.ts';

const maxRows = 10_000;

/** The rows of an uploaded file; a file that is no such table is refused as a whole. */
export const readFile = <F extends string>(
  text: string,
  columns: Columns<F>,
  key: NoInfer<F>,
): TableRow<F>[] => {
  const { rows, fault } = readTable(text, columns, key);
  if (!rows) throw refusal('BAD_INPUT', fault);
  if (rows.length === 0) throw refusal('BAD_INPUT', 'The file has no rows below its heading');
  if (rows.length > maxRows)
    throw refusal('BAD_INPUT', 'The file has more than 10,000 rows. Please split it.');
  return rows;
};

import { type CsvRecord, readCsv } from './read-csv.ts';

/** A field of a table with the heading it is written under. */
export type Columns<F extends string> = Readonly<Record<F, string>>;

/** A row: what each column present holds, and what keeps the row from being read. */
export type TableRow<F extends string> = {
  line: number;
  cells: Partial<Record<F, string>>;
  problems: string[];
};

export type TableReading<F extends string> =
  | { rows: TableRow<F>[]; fault: null }
  | { rows: null; fault: string };

export type TableLimits = {
  /** At most this many rows and one more are read. */
  maxRows: number;
  signal: AbortSignal;
};

const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const listed = (headings: readonly string[]): string =>
  headings.map((heading) => `"${heading}"`).join(', ');

const faultOf = (headings: readonly string[], columns: Columns<string>, key: string) => {
  const known = Object.values(columns);
  const strange = headings.filter((each) => !known.some((name) => plain(name) === plain(each)));
  if (strange.length > 0)
    return `Unknown column ${listed(strange)}. The columns are ${listed(known)}.`;
  const names = headings.map(plain);
  const twice = headings.find((each, at) => names.indexOf(plain(each)) < at);
  if (twice !== undefined) return `Column ${listed([twice])} is there twice`;
  return names.includes(plain(key)) ? null : `The column ${listed([key])} is missing`;
};

const rowOf = <F extends string>({ line, cells }: CsvRecord, fields: readonly F[]): TableRow<F> => {
  const surplus = cells.slice(fields.length).some((cell) => cell !== '');
  const differs = surplus || cells.length < fields.length;
  return {
    line,
    cells: Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? ''])) as Partial<
      Record<F, string>
    >,
    problems: differs ? [`${cells.length} cells instead of ${fields.length}`] : [],
  };
};

/**
 * Reads CSV text whose first line names columns, in any order, case and spacing. Columns may be
 * missing but for that of `key`; unknown ones are refused, lest a misspelt one be left out unseen.
 */
export async function readTable<F extends string>(
  text: string,
  columns: Columns<F>,
  key: NoInfer<F>,
  { maxRows, signal }: TableLimits,
): Promise<TableReading<F>> {
  const { records, fault } = await readCsv(text, { maxRecords: maxRows + 1, signal });
  if (!records) return { rows: null, fault };
  const [heading, ...rest] = records;
  if (!heading) return { rows: null, fault: 'The file is empty' };
  const problem = faultOf(heading.cells, columns, columns[key]);
  if (problem) return { rows: null, fault: problem };
  const known = Object.keys(columns) as F[];
  const fields = heading.cells.flatMap((name) =>
    known.filter((field) => plain(columns[field]) === plain(name)),
  );
  return { rows: rest.map((record) => rowOf(record, fields)), fault: null };
}

import { Readable } from 'node:stream';
import {
  byteOrderMark,
  CsvError,
  type CsvRecord,
  csvLine,
  csvRecords,
  type FileHeading,
  isBlank,
  titleLines,
} from '@keydesk/shared/core/csv';
import { joinedText } from '@keydesk/shared/core/formats';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t as fieldText } from '@keydesk/shared/texts/en/key-fields';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { t as uploadText } from '@keydesk/shared/texts/en/uploads';
import { inEachLanguage } from '@keydesk/shared/texts/known-languages';
import { spokenLanguage } from '@keydesk/shared/texts/translator';
import type { FastifyReply } from 'fastify';
import { inLanguage } from '../../http/language.ts';
import { iterateYielding } from '../event-loop.ts';

type CsvResult = { records: CsvRecord[]; error: null } | { records: null; error: string };

type CsvLimits = {
  /** One more is read, to detect that there are too many. */
  maxRecords: number;
  signal: AbortSignal;
};

/** Reads CSV text without blocking the event loop. `error` describes invalid CSV. */
export async function readCsv(text: string, { maxRecords, signal }: CsvLimits): Promise<CsvResult> {
  const records: CsvRecord[] = [];
  try {
    for await (const record of iterateYielding(csvRecords(text), signal)) {
      if (!isBlank(record)) records.push(record);
      if (records.length > maxRecords) break;
    }
    return { records, error: null };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records: null, error: uploadText('not-csv', { reason: error.message }) };
  }
}

/** Our headings by field. */
export type Columns<F extends string> = Readonly<Record<F, FileHeading>>;

/** The cells of known columns, and the row's problems. */
export type TableRow<F extends string> = {
  line: number;
  cells: Partial<Record<F, string>>;
  problems: string[];
};

/** `field` is null for an ignored column. */
type NamedColumn<F extends string> = { heading: string; field: F | null };

/** The fields of our own headings, by what they are called in any language. */
type OurHeadings<F extends string> = ReadonlyMap<string, F>;

export function ourHeadings<F extends string>(columns: Columns<F>): OurHeadings<F> {
  return new Map(
    (Object.keys(columns) as F[]).flatMap((field) =>
      inEachLanguage((language) => {
        const heading = headingText.in(language)(columns[field]);
        return [normalizeHeading(heading), field] as const;
      }),
    ),
  );
}

/** A line between the rows: the heading of a group, or a total. */
type AsideRow = { line: number; text: string; kind: 'group' | 'total' };

type TableResult<F extends string> =
  | {
      rows: TableRow<F>[];
      aside: AsideRow[];
      columns: NamedColumn<F>[];
      headingLine: number;
      error: null;
    }
  /** `columns` contains what is known of the headings when some are unknown. */
  | { rows: null; columns: NamedColumn<F>[] | null; headingLine?: number; error: string };

export type TableOptions<F extends string> = {
  columns: Columns<F>;
  ours: OurHeadings<F>;
  /** The required column. */
  key: F;
  /** What a new row needs, each from one of these columns. */
  needed: readonly (readonly F[])[];
  /** The user's mapping of a heading: a field, or null to ignore the column. */
  chosen?: (heading: string) => F | null | undefined;
  /** The probable field of an unmapped heading. */
  guess?: (heading: string) => F | undefined;
  /** The line of the headings, as the user chose it. */
  headingLine?: number | undefined;
  /** One more is read, to detect that there are too many. */
  maxRows: number;
  signal: AbortSignal;
};

/**
 * Reads CSV text with a line of headings in any order, case and spacing, below optional title
 * lines. Only the column `key` is required. Unknown columns are left out; they are refused if one of
 * them may be what new rows need, or has no heading to name it by.
 */
export async function readTable<F extends string>(
  text: string,
  options: TableOptions<F>,
): Promise<TableResult<F>> {
  const { maxRows, signal } = options;
  const { records, error } = await readCsv(text, { maxRecords: maxRows + titleLines, signal });
  if (!records) return { rows: null, columns: null, error };
  const first = headingsOf(records, options);
  if (!first) return { rows: null, columns: null, error: uploadText('empty') };
  const { line: headingLine } = first;
  const rest = records.slice(records.indexOf(first) + 1);
  const headings = first.cells.slice(0, first.cells.findLastIndex(Boolean) + 1);
  const named = nameColumns(headings, options);
  const isEmpty = (at: number) => rest.every(({ cells }) => !cells[at]);
  const problem = headingError(named, isEmpty, options);
  if (problem) return { rows: null, columns: named, headingLine, error: problem };
  const fields = named.map(({ field }) => field);
  const aside = asideOf(rest, fields.length, fields.indexOf(options.key));
  const lines = new Set(aside.map(({ line }) => line));
  const rows = rest.filter(({ line }) => !lines.has(line)).map((record) => rowOf(record, fields));
  return { rows, aside, columns: named, headingLine, error: null };
}

/** Headings of groups, which are merged over their line, and totals. */
function asideOf(records: readonly CsvRecord[], width: number, keyAt: number): AsideRow[] {
  let [rows, sinceSum] = [0, 0];
  return records.flatMap(({ line, cells }): AsideRow[] => {
    const [text = '', ...others] = cells.filter(Boolean);
    const isLast = line === records.at(-1)?.line;
    // In any language: a word and how many rows are above, without what identifies a row.
    const counts = [String(rows), String(sinceSum)];
    const isSum = !cells[keyAt] && others.length === 1 && counts.includes(others[0] ?? '');
    if (isSum || (isLast && others.length < 2 && totalPattern.test(text))) {
      sinceSum = 0;
      return [{ line, text, kind: 'total' }];
    }
    const isMerged = others.length === 0 && cells[0] === text && isCaption.test(text);
    if (isMerged && width > 2 && cells.length >= width) return [{ line, text, kind: 'group' }];
    rows += 1;
    sinceSum += 1;
    return [];
  });
}

/** Words; 'E-1' or an address may be a row of which the rest is unknown. */
const isCaption = /^(?!.*@)(?:\D*$|.*\s)/u;

const totalPattern =
  /^(?:(?:grand|sub) ?)?(?:totals?|totale|totaux|sum|summe|gesamt|insgesamt|soma|suma|somme|итого|всего|общо|σύνολο|(?:genel )?toplam|razem|ogółem|कुल|योग|మొత్తం|合計)(?:$|[\s:.])/iu;

/** The chosen line, else the one with most known headings and short texts, else the first. */
function headingsOf<F extends string>(
  records: readonly CsvRecord[],
  options: TableOptions<F>,
): CsvRecord | undefined {
  const chosen = records.find(({ line }) => line === options.headingLine);
  if (chosen) return chosen;
  const score = ({ cells }: CsvRecord) =>
    2 * nameColumns(cells, options).filter(({ field }) => field).length +
    cells.filter(isShortText).length;
  return records.slice(0, titleLines).toSorted((one, other) => score(other) - score(one))[0];
}

function isShortText(cell: string): boolean {
  return cell.length <= 40 && /\p{L}/u.test(cell) && !/[\d@]/.test(cell);
}

/** By the user's mapping, else our own headings, else a guess. */
function nameColumns<F extends string>(
  headings: readonly string[],
  { ours, chosen, guess }: TableOptions<F>,
): NamedColumn<F>[] {
  const said = headings.map((heading) => {
    const choice = chosen?.(heading);
    return choice === undefined ? ours.get(normalizeHeading(heading)) : choice;
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
  { columns, key, needed, chosen }: TableOptions<F>,
): string | null {
  const known = Object.values<FileHeading>(columns).map((heading) => headingText(heading));
  const fields = named.map(({ field }) => field);
  const hasAll = [[key], ...needed].every((one) => one.some((field) => fields.includes(field)));
  const isLeftOut = (heading: string, at: number) =>
    chosen?.(heading) === null || (heading === '' ? isEmpty(at) : hasAll);
  const unknown = named.filter(({ heading, field }, at) => !field && !isLeftOut(heading, at));
  if (unknown.length > 0) {
    const names = unknown.map(
      (column) =>
        column.heading || uploadText('nameless-column', { number: named.indexOf(column) + 1 }),
    );
    return uploadText('unknown-column', { names: quoteList(names), known: quoteList(known) });
  }
  const duplicate = named.find(({ field }, at) => field && fields.indexOf(field) < at);
  if (duplicate?.field) {
    const first = named[fields.indexOf(duplicate.field)]?.heading ?? '';
    return normalizeHeading(first) === normalizeHeading(duplicate.heading)
      ? uploadText('same-column', { heading: duplicate.heading })
      : uploadText('both-columns', {
          headings: quoteList([first, duplicate.heading]),
          column: headingText(columns[duplicate.field]),
        });
  }
  return fields.includes(key)
    ? null
    : uploadText('missing-column', { column: headingText(columns[key]) });
}

/** Letters and digits in lower case, or the signs if there are none. */
export function normalizeHeading(heading: string): string {
  const letters = heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return letters || heading;
}

function quoteList(headings: readonly string[]): string {
  return joinedText(headings.map((heading) => punctuation('quoted', { text: heading })));
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

/** What a file has, with its texts in the language of the file. */
export type CsvTable<Row> = {
  columns: readonly Column<Row>[];
  /** Continues after the last row. May exceed the limit where rows of a moment stay together. */
  readPage: (last: Row | undefined, limit: number) => Promise<readonly Row[]>;
};

/** A heading with the cells below it; in an English file `name` may take the heading's place. */
export type Column<Row> = readonly [
  heading: FileHeading,
  cellOf: (row: Row) => string | null,
  name?: string,
];

/** A kind in a cell: as in the API in an English file, which programs may read; else its word. */
export function kindCell(kind: string, word: string): string {
  return spokenLanguage() === 'en' ? kind : word;
}

export function yesNoCell(is: boolean): string {
  return is ? kindCell('yes', fieldText('yes')) : kindCell('no', fieldText('no'));
}

/** `name` is the file's without language and `.csv`. */
export async function sendCsv<Row>(
  reply: FastifyReply,
  { name, language }: { name: string; language: string },
  table: CsvTable<Row>,
): Promise<FastifyReply> {
  const fileName = language === 'en' ? name : `${name}-${language}`;
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-language', language)
    .header('content-disposition', `attachment; filename="${fileName}.csv"`)
    .send(Readable.from(csvPages(language, table)));
}

/** Rows of an export read at once. */
const pageSize = 500;

async function* csvPages<Row>(
  language: string,
  { columns, readPage }: CsvTable<Row>,
): AsyncGenerator<string> {
  const headings = () =>
    columns.map(([heading, , name]) =>
      name ? kindCell(name, headingText(heading)) : headingText(heading),
    );
  const lineOf = (row: Row) => csvLine(columns.map(([, cellOf]) => cellOf(row)));
  yield byteOrderMark + inLanguage(language, () => csvLine(headings()));
  let rows: readonly Row[] = [];
  do {
    rows = await readPage(rows.at(-1), pageSize);
    if (rows.length > 0) yield inLanguage(language, () => rows.map(lineOf).join(''));
  } while (rows.length >= pageSize);
}

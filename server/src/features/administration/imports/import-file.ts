import {
  type ImportRow,
  importTooLarge,
  keyColumns,
  maxCreatedEntries,
  maxImportBytes,
  type NamedEntry,
  userColumns,
} from '@keydesk/shared/administration/imports';
import {
  type Campus,
  type CampusEntry,
  type CampusList,
  codeSchema,
} from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import { filedFields, keyField } from '@keydesk/shared/keys/key-fields';
import { type Columns, readTable, type TableRow } from '../../../core/files/csv.ts';

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

/** The campus that a file refers to, and the entries that are to be created for it. */
export type FileCampus = { campus: Campus; create: readonly NamedEntry[] };

/** Matches cells that name entries of the campus, and notes what the campus does not have. */
export type CampusChoices = {
  /**
   * The code that a cell of this column names, whatever the case, or what is wrong. A retired code
   * is only for those who have it already, as `current`.
   */
  match(column: string, cell: string, current: unknown): Matched<string>;
  /** What the file names and could be created. */
  unknown(): NamedEntry[];
  /** What of the entries to be created the file names. */
  created(): NamedEntry[];
};

/** What a file of keys can name. */
export function keyChoices({ campus, create }: FileCampus): CampusChoices {
  const lending = campus.departments.filter(({ lends }) => lends);
  const columns = filedFields.flatMap((field): Column[] => {
    const stated = keyField(field);
    if (stated.kind !== 'entry') return [];
    const entries = stated.list === 'departments' ? lending : campus[stated.list];
    return [{ field, name: keyColumns[field], list: stated.list, entries }];
  });
  return createChoices(campus, create, columns);
}

/** What a file of people can name. */
export function peopleChoices({ campus, create }: FileCampus): CampusChoices {
  const registering = campus.departments.filter(({ registers }) => registers);
  const name = userColumns.department;
  return createChoices(campus, create, [
    { field: 'department', name, list: 'departments', entries: registering },
  ]);
}

type Column = { field: string; name: string; list: CampusList; entries: readonly CampusEntry[] };

function createChoices(
  campus: Campus,
  create: readonly NamedEntry[],
  columns: readonly Column[],
): CampusChoices {
  const [unknown, created] = [collectEntries(), collectEntries()];
  const known = new Map(columns.map((column) => [column.field, column]));
  return {
    match(column, cell, current) {
      const choice = known.get(column);
      if (!choice) throw new Error(`${column} names no entries of the campus`);
      const { name, list, entries } = choice;
      const entry = entries.find(({ code }) => sameCode(code, cell));
      if (entry && (!entry.retired || entry.code === current))
        return { value: entry.code, problem: null };
      if (entry) return { value: null, problem: `${name} "${entry.code}" is retired` };
      const isTaken = campus[list].some(({ code }) => sameCode(code, cell));
      const wanted = create.find((one) => one.list === list && sameCode(one.code, cell));
      if (wanted && !isTaken) {
        created.add(wanted);
        return { value: wanted.code, problem: null };
      }
      if (!isTaken && codeSchema.safeParse(cell).success) unknown.add({ list, code: cell });
      const values = entries.flatMap(({ code, retired }) => (retired ? [] : [code]));
      return matchChoice({ name, values }, cell);
    },
    unknown: unknown.all,
    created: created.all,
  };
}

function sameCode(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Collects entries, each once, whatever the case, as many as can be created at once. */
function collectEntries() {
  const found = new Map<string, NamedEntry>();
  return {
    add(entry: NamedEntry): void {
      const name = `${entry.list} ${entry.code.toLowerCase()}`;
      if (!found.has(name) && found.size < maxCreatedEntries) found.set(name, entry);
    },
    all: () => [...found.values()],
  };
}

/**
 * What two texts share that differ only in case or outer spaces, by PostgreSQL's `lower` (in the
 * locales of libc), which goes letter by letter: a sigma at the end of a word is no other letter,
 * and a dotted capital I is an `i`. Else a file would pass here and fail at a unique index.
 */
export function foldCase(text: string): string {
  return Array.from(text.trim(), (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join(
    '',
  );
}

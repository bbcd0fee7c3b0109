import { createHash } from 'node:crypto';
import {
  type ImportRefusal,
  type ImportRow,
  keyColumns,
  maxCreatedEntries,
  maxImportBytes,
  maxImportRows,
  type NamedColumn,
  type NamedEntry,
  type NewPeopleRole,
  updatedColumn,
  userColumns,
} from '@keydesk/shared/administration/imports';
import {
  type Campus,
  type CampusEntry,
  type CampusList,
  codeFromName,
} from '@keydesk/shared/campus/campus';
import { labelSchema } from '@keydesk/shared/campus/routes';
import { appError } from '@keydesk/shared/core/errors';
import { foldName, isSameName } from '@keydesk/shared/core/text';
import { filedFields, keyField } from '@keydesk/shared/keys/key-fields';
import { t } from '@keydesk/shared/texts/en/import-rows';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { z } from 'zod';
import {
  type Columns,
  normalizeHeading,
  readTable,
  type TableRow,
} from '../../../core/files/csv.ts';
import type { Connection, Transaction } from '../../../db/client.ts';
import { guessColumn } from './column-names.ts';

/** An uploaded file and how to import it. */
export type ImportedFile = {
  text: string;
  dryRun: boolean;
  /** The lines to apply; null for all that are not outdated. */
  lines: ReadonlySet<number> | null;
  /** Of the dry run whose result is applied. */
  basis: string | undefined;
  /** Entries to add to the lists of the campus, where the file names them. */
  create: readonly NamedEntry[];
  /** What its headings name, where somebody said so; null leaves a column out. */
  columns: Readonly<Record<string, string | null>>;
  /** The role of new people to whom it gives none. */
  newRole: NewPeopleRole;
  /** Aborts when the caller has left; then nothing is stored. */
  signal: AbortSignal;
};

/** What files hold. */
export type ImportKind = 'keys' | 'users' | 'grants' | 'cards';

/** The rows of a file, and how its columns were read, if its headings are not ours. */
type ImportTable<F extends string> = { rows: TableRow<F>[]; columns: NamedColumn[] };

/**
 * The rows of an uploaded file. Its headings are ours, or were named by somebody, now or at an
 * earlier import, or are usual names.
 * @throws BAD_INPUT if it is not a table with these columns, is empty, or is too large; where only
 * its headings are not known, with an `ImportRefusal` as details.
 */
export async function readImportFile<F extends string>(
  db: Connection,
  kind: ImportKind,
  { text, columns: given, signal }: ImportedFile,
  columns: Columns<F>,
  key: NoInfer<F>,
): Promise<ImportTable<F>> {
  if (Buffer.byteLength(text) > maxImportBytes)
    throw appError('BAD_INPUT', { issue: inputText('file-too-large') });
  const fields = Object.keys(columns) as F[];
  const strange = Object.values(given).find((field) => field && !fields.includes(field as F));
  if (strange)
    throw appError('BAD_INPUT', { issue: inputText('no-such-field', { kind, field: strange }) });
  const named = new Map(
    [...(await readNamedColumns(db, kind)), ...Object.entries(given)].map(([heading, field]) => [
      normalizeHeading(heading),
      field as F | null,
    ]),
  );
  const read = await readTable(text, {
    columns,
    key,
    chosen: (heading) => named.get(normalizeHeading(heading)),
    guess: (heading) => guessColumn(fields, heading),
    maxRows: maxImportRows,
    signal,
  });
  if (!read.rows) {
    const refusal: ImportRefusal = { columns: read.columns ?? [] };
    const error = appError('BAD_INPUT', { issue: read.error });
    throw read.columns ? error.withDetails(refusal) : error;
  }
  const { rows } = read;
  if (rows.length === 0) throw appError('BAD_INPUT', { issue: inputText('no-rows') });
  if (rows.length > maxImportRows)
    throw appError('BAD_INPUT', { issue: inputText('too-many-rows') });
  const isOurs = ({ heading, field }: NamedColumn) =>
    heading === '' ||
    (field && normalizeHeading(heading) === normalizeHeading(columns[field as F]));
  return { rows, columns: read.columns.every(isOurs) ? [] : read.columns };
}

/** What headings of files of this kind name, as somebody said at an earlier import. */
async function readNamedColumns(
  db: Connection,
  kind: ImportKind,
): Promise<[heading: string, field: string | null][]> {
  const { rows } = await db.query<{ heading: string; field: string | null }>(
    'SELECT heading, field FROM import_columns WHERE kind = $1',
    [kind],
  );
  return rows.map(({ heading, field }) => [heading, field]);
}

/** Remembers for the campus what headings name. */
export async function storeNamedColumns(
  tx: Transaction,
  kind: ImportKind,
  { columns }: Pick<ImportedFile, 'columns'>,
): Promise<void> {
  const headings = Object.keys(columns);
  if (headings.length === 0) return;
  const named = new Map(headings.map((name) => [normalizeHeading(name), columns[name] ?? null]));
  await tx.query(
    `INSERT INTO import_columns (kind, heading, field)
     SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (kind, heading) DO UPDATE SET field = excluded.field`,
    [kind, [...named.keys()], [...named.values()]],
  );
}

/** What is here of what a file names, in a few letters. */
export function basisOf(existing: readonly { id: string; updatedAt: Date }[]): string {
  const states = existing.map(({ id, updatedAt }) => `${id} ${updatedAt.getTime()}`);
  return createHash('sha256').update(states.sort().join()).digest('base64url').slice(0, 22);
}

/** @throws IMPORT_OVERTAKEN if what a file names is not as its dry run showed it. */
export function requireBasis(
  { basis }: Pick<ImportedFile, 'basis'>,
  existing: readonly { id: string; updatedAt: Date }[],
): void {
  if (basis !== undefined && basis !== basisOf(existing)) throw appError('IMPORT_OVERTAKEN');
}

/** Which rows of a file are applied. */
export type RowSelection = Pick<ImportedFile, 'lines'>;

/** Whether a row is not among those that are to be applied. */
export function isSkipped({ lines }: RowSelection, { line }: { line: number }): boolean {
  return lines !== null && !lines.has(line);
}

/** Whether a row is older than what it would change, and what is to be said of that. */
export type Age = { isOutdated: boolean; warnings: string[] };

/** When what a row names was changed last, or removed, if it was ever here. */
type State = { updatedAt?: Date | undefined; removedAt?: Date | undefined };

/** The age of a row by the time that an export wrote into it. */
export function ageOf(
  { line, cells }: { line: number; cells: { updated?: string } },
  state: State,
  { lines }: RowSelection,
): Age {
  const warning = cells.updated ? ageWarning(cells.updated, state) : null;
  if (warning === null) return { isOutdated: false, warnings: [] };
  return { isOutdated: !lines?.has(line), warnings: [warning] };
}

function ageWarning(cell: string, { updatedAt, removedAt }: State): string | null {
  const made = z.iso.datetime({ offset: true }).safeParse(cell);
  if (!made.success) return t('no-time', { column: updatedColumn, cell });
  const at = new Date(made.data);
  if (updatedAt) return updatedAt > at ? t('changed-since') : null;
  return removedAt && removedAt > at ? t('removed-since') : null;
}

/** Warns of what a spreadsheet makes of a long number. */
export function damageWarnings(cells: Readonly<Record<string, string | undefined>>): string[] {
  return Object.values(cells).flatMap((cell) =>
    cell && /^[+-]?\d+([.,]\d+)?E[+-]?\d+$/i.test(cell) ? [t('shortened-number', { cell })] : [],
  );
}

/** Warns of a number that here begins with zeros, which spreadsheets take away. */
export function zeroWarnings(cell: string, known: string | undefined): string[] {
  const isShorter =
    known !== undefined && known !== cell && /^0+/.test(known) && known.replace(/^0+/, '') === cell;
  return isShorter ? [t('lost-zeros', { cell, known })] : [];
}

/** A field with a set of values. */
type Choice = { name: string; values: readonly string[] };

/** The value that a cell names, or what is wrong with the cell. */
export type Matched<V> = { value: V; problem: null } | { value: null; problem: string };

/**
 * The value that matches a cell, ignoring case, or the problem if there is none, and whether the
 * cell could become one.
 */
export function matchChoice(
  { name: column, values }: Choice,
  cell: string,
  mayBe: 'yes' | 'no' = 'yes',
): Matched<string> {
  const value = values.find((candidate) => candidate.toLowerCase() === cell.toLowerCase());
  return value === undefined
    ? { value: null, problem: t('none-of', { column, cell, values: values.join(', '), mayBe }) }
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
      const entry = findNamed(entries, cell);
      if (entry && (!entry.retired || entry.code === current))
        return { value: entry.code, problem: null };
      if (entry)
        return { value: null, problem: t('is-retired', { column: name, code: entry.code }) };
      const wanted = create.find((one) => one.list === list && isNamed(one, cell));
      const isTaken = findNamed(campus[list], cell) !== undefined;
      if (wanted && !isTaken) {
        created.add(wanted);
        return { value: wanted.code, problem: null };
      }
      const values = entries.flatMap(({ code, retired }) => (retired ? [] : [code]));
      const proposed = isTaken
        ? null
        : proposeEntry(list, cell, [...campus[list], ...unknown.all()]);
      if (proposed) unknown.add(proposed);
      const mayBe = proposed || isTaken ? 'yes' : 'no';
      return values.length > 0
        ? matchChoice({ name, values }, cell, mayBe)
        : { value: null, problem: t('not-known', { column: name, cell, mayBe }) };
    },
    unknown: unknown.all,
    created: created.all,
  };
}

/** The entry with this code, else the one with this label, rather one that is offered. */
function findNamed(entries: readonly CampusEntry[], cell: string): CampusEntry | undefined {
  const labelled = entries.filter(({ label }) => isSameName(label, cell));
  return (
    entries.find(({ code }) => isSameName(code, cell)) ??
    labelled.find(({ retired }) => !retired) ??
    labelled[0]
  );
}

function isNamed({ code, label = code }: NamedEntry, cell: string): boolean {
  return isSameName(code, cell) || isSameName(label, cell);
}

/** A new entry with this name, whose code nothing else has; null if it can have none. */
function proposeEntry(
  list: CampusList,
  cell: string,
  taken: readonly { code: string }[],
): NamedEntry | null {
  const base = codeFromName(cell);
  const label = labelSchema.safeParse(cell);
  if (base === null || !label.success) return null;
  const isFree = (code: string) => !taken.some((other) => isSameName(other.code, code));
  let code = base;
  for (let number = 2; !isFree(code); number += 1)
    code = `${Array.from(base).slice(0, 16).join('')}-${number}`;
  return { list, code, ...(label.data !== code && { label: label.data }) };
}

/** Collects entries, each name once, as many as can be created at once. */
function collectEntries() {
  const found = new Map<string, NamedEntry>();
  return {
    add(entry: NamedEntry): void {
      const name = `${entry.list} ${foldName(entry.label ?? entry.code)}`;
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

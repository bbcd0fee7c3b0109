import { createHash } from 'node:crypto';
import {
  type EntryField,
  type ImportRefusal,
  type ImportRow,
  keyColumns,
  maxCreatedEntries,
  maxImportBytes,
  maxImportRows,
  type NamedColumn,
  type NamedEntry,
  type NewKeyChoices,
  type NewPeopleRole,
  type UnknownEntry,
  updatedColumn,
  userColumns,
} from '@keydesk/shared/administration/imports';
import {
  type Campus,
  type CampusEntry,
  type CampusList,
  codeFromName,
  labelIn,
} from '@keydesk/shared/campus/campus';
import { labelSchema } from '@keydesk/shared/campus/routes';
import { appError } from '@keydesk/shared/core/errors';
import { joinedText } from '@keydesk/shared/core/formats';
import { fold, foldName, isSameName } from '@keydesk/shared/core/text';
import { filedFields, keyField } from '@keydesk/shared/keys/key-fields';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t } from '@keydesk/shared/texts/en/import-rows';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { inEachLanguage } from '@keydesk/shared/texts/known-languages';
import { z } from 'zod';
import {
  normalizeHeading,
  ourHeadings,
  readTable,
  type TableOptions,
  type TableRow,
} from '../../../core/files/csv.ts';
import type { Connection, Transaction } from '../../../db/client.ts';
import { guessColumn } from './column-names.ts';

export type ImportedFile = {
  text: string;
  dryRun: boolean;
  /** The lines to apply; null: all that are not outdated. */
  lines: ReadonlySet<number> | null;
  /** State from the dry run that is applied; see `basisOf`. */
  basis?: string | undefined;
  /** Entries to add to the campus lists if the file names them. */
  create: readonly NamedEntry[];
  /** Fields by heading, as the user mapped them; null ignores a column. */
  columns: Readonly<Record<string, string | null>>;
  /** The line of the headings, if it is not to be guessed. */
  headingLine?: number | undefined;
  /** Whether an empty cell clears what is stored; otherwise it changes nothing. */
  emptyClears?: boolean | undefined;
  /** For new keys without one in the file. */
  newKeys?: NewKeyChoices | undefined;
  /** Entries that keys without one have from above them in the file. */
  above?: readonly EntryField[] | undefined;
  /** The role of new people without one. */
  newRole: NewPeopleRole;
  /** Whether the file names everybody, so that who is missing has left. */
  everybody?: boolean | undefined;
  /** Which of the missing left; default: all. */
  left?: readonly string[] | undefined;
  /** Aborts when the client disconnects; then nothing is stored. */
  signal: AbortSignal;
};

export type ImportKind = 'keys' | 'users' | 'grants' | 'cards';

type FileColumns<F extends string> = Pick<TableOptions<F>, 'columns' | 'key' | 'needed'>;

/** The heading of the rows below it. */
export type GroupHeading = { line: number; text: string };

/** `read` says how the file was read; `columns` is empty if the headings are ours. */
type ImportTable<F extends string> = {
  rows: TableRow<F>[];
  groups: GroupHeading[];
  read: { columns: NamedColumn[]; headingLine: number; aside: ImportRow[] };
};

/**
 * Reads an uploaded file. Its headings are ours in any language, mapped now or by an earlier
 * import, or common names.
 * @throws BAD_INPUT if it is no table with these columns, empty or too large; for unknown headings
 *   with an `ImportRefusal` as details
 */
export async function readImportFile<F extends string>(
  db: Connection,
  kind: ImportKind,
  { text, columns: given, headingLine, signal }: ImportedFile,
  { columns, key, needed }: FileColumns<F>,
): Promise<ImportTable<F>> {
  if (Buffer.byteLength(text) > maxImportBytes)
    throw appError('BAD_INPUT', { issue: inputText('file-too-large') });
  const fields = Object.keys(columns) as F[];
  const strange = Object.values(given).find((field) => field && !fields.includes(field as F));
  if (strange)
    throw appError('BAD_INPUT', { issue: inputText('no-such-field', { kind, field: strange }) });
  // Rows that were left out come back with the reason.
  const reasons = inEachLanguage((language) => [inputText.in(language)('reason'), null] as const);
  const named = new Map(
    [...reasons, ...(await readNamedColumns(db, kind)), ...Object.entries(given)].map(
      ([heading, field]) => [normalizeHeading(heading), field as F | null],
    ),
  );
  const ours = ourHeadings(columns);
  const read = await readTable(text, {
    columns,
    ours,
    key,
    needed,
    chosen: (heading) => named.get(normalizeHeading(heading)),
    guess: (heading) => guessColumn(fields, heading),
    headingLine,
    maxRows: maxImportRows,
    signal,
  });
  if (!read.rows) {
    const refusal: ImportRefusal = {
      columns: read.columns ?? [],
      headingLine: read.headingLine,
    };
    const error = appError('BAD_INPUT', { issue: read.error });
    throw read.columns ? error.withDetails(refusal) : error;
  }
  const { rows } = read;
  if (rows.length === 0) throw appError('BAD_INPUT', { issue: inputText('no-rows') });
  if (rows.length > maxImportRows)
    throw appError('BAD_INPUT', { issue: inputText('too-many-rows') });
  const isOurs = ({ heading, field }: NamedColumn) =>
    heading === '' || (field && ours.get(normalizeHeading(heading)) === field);
  const strangeColumns = read.columns.every(isOurs) ? [] : read.columns;
  const aside = read.aside.map(({ line, text: name, kind }) => ({
    line,
    name,
    outcome: 'skipped' as const,
    problems: [],
    warnings: [t('no-row', { kind })],
  }));
  const groups = read.aside.filter(({ kind }) => kind === 'group');
  return { rows, groups, read: { columns: strangeColumns, headingLine: read.headingLine, aside } };
}

/** Headings as mapped by earlier imports of this kind. */
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

/** Stores the mapping of headings for the campus. */
export async function storeNamedColumns(
  tx: Transaction,
  kind: ImportKind,
  { columns }: Pick<ImportedFile, 'columns'>,
): Promise<void> {
  // A column without a heading is none that could be known again.
  const headings = Object.keys(columns).filter(Boolean);
  if (headings.length === 0) return;
  const named = new Map(headings.map((name) => [normalizeHeading(name), columns[name] ?? null]));
  await tx.query(
    `INSERT INTO import_columns (kind, heading, field)
     SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (kind, heading) DO UPDATE SET field = excluded.field`,
    [kind, [...named.keys()], [...named.values()]],
  );
}

/** A short hash of the stored state of what a file names. */
export function basisOf(existing: readonly { id: string; updatedAt: Date }[]): string {
  const states = existing.map(({ id, updatedAt }) => `${id} ${updatedAt.getTime()}`);
  return createHash('sha256').update(states.sort().join()).digest('base64url').slice(0, 22);
}

/** @throws IMPORT_OVERTAKEN if anything that the file names has changed since its dry run */
export function requireBasis(
  { basis }: Pick<ImportedFile, 'basis'>,
  existing: readonly { id: string; updatedAt: Date }[],
): void {
  if (basis !== undefined && basis !== basisOf(existing)) throw appError('IMPORT_OVERTAKEN');
}

export type RowSelection = Pick<ImportedFile, 'lines'>;

export function isSkipped({ lines }: RowSelection, { line }: { line: number }): boolean {
  return lines !== null && !lines.has(line);
}

/** Whether a row is older than what it would change, with warnings. */
export type Age = { isOutdated: boolean; warnings: string[] };

/** When the row's target was last changed or deleted, if it ever existed. */
type State = { updatedAt?: Date | undefined; removedAt?: Date | undefined };

/** Compares the time that an export wrote into the row. */
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
  if (!made.success) return t('no-time', { column: headingText(updatedColumn), cell });
  const at = new Date(made.data);
  if (updatedAt) return updatedAt > at ? t('changed-since') : null;
  return removedAt && removedAt > at ? t('removed-since') : null;
}

type Choice = { name: string; values: readonly string[] };

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
    ? { value: null, problem: t('none-of', { column, cell, values: joinedText(values), mayBe }) }
    : { value, problem: null };
}

export function hasRefusedRows(rows: readonly ImportRow[]): boolean {
  return rows.some((row) => row.outcome === 'refused');
}

/** `create`: entries that are to be created for the file. */
export type FileCampus = { campus: Campus; create: readonly NamedEntry[] };

/** Matches cells that name campus entries, and collects unknown ones. */
export type CampusChoices = {
  /** Ignores case. A retired code is valid only if it equals `current`. */
  match(column: string, cell: string, current: unknown): Matched<string>;
  /** Entries that the file names and that could be created. */
  unknown(): UnknownEntry[];
  /** Entries to be created that the file names. */
  created(): NamedEntry[];
};

/** The name of an entry that the campus has or that the file creates. */
export function entryLabel({ campus, create }: FileCampus, list: CampusList, code: string): string {
  const created = create.find((entry) => entry.list === list && entry.code === code);
  return created?.label ?? labelIn(campus[list], code);
}

export function keyChoices({ campus, create }: FileCampus): CampusChoices {
  const lending = campus.departments.filter(({ lends }) => lends);
  const columns = filedFields.flatMap((field): Column[] => {
    const stated = keyField(field);
    if (stated.kind !== 'entry') return [];
    const entries = stated.list === 'departments' ? lending : campus[stated.list];
    return [{ field, name: headingText(keyColumns[field]), list: stated.list, entries }];
  });
  return createChoices(campus, create, columns);
}

export function peopleChoices({ campus, create }: FileCampus): CampusChoices {
  const registering = campus.departments.filter(({ registers }) => registers);
  const name = headingText(userColumns.department);
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
        return { value: null, problem: t('is-retired', { column: name, label: entry.label }) };
      const wanted = create.find((one) => one.list === list && isNamed(one, cell));
      const isTaken = findNamed(campus[list], cell) !== undefined;
      if (wanted && !isTaken) {
        const isKnown = entries.some(({ code, retired }) => code === wanted.code && !retired);
        const isSame = (one: NamedEntry) => one.list === list && one.code === wanted.code;
        if (!isKnown) created.add(create.find(isSame) ?? wanted);
        return { value: wanted.code, problem: null };
      }
      const values = entries.flatMap(({ label, retired }) => (retired ? [] : [label]));
      const proposed = isTaken
        ? null
        : proposeEntry(list, cell, [...campus[list], ...unknown.all()]);
      if (proposed) unknown.add(proposed);
      const mayBe = proposed || isTaken ? 'yes' : 'no';
      return values.length > 0
        ? matchChoice({ name, values }, cell, mayBe)
        : { value: null, problem: t('not-known', { column: name, cell, mayBe }) };
    },
    unknown: () => withTwins(unknown.all(), campus),
    created: created.all,
  };
}

/** Marks entries that differ from another one only in case, accents and signs, or by a short form. */
function withTwins(entries: readonly NamedEntry[], campus: Campus): UnknownEntry[] {
  const nameOf = ({ code, label = code }: { code: string; label?: string | undefined }) => label;
  const plain = (name: string) => fold(name).replace(/[^\p{L}\p{M}\p{Nd}]/gu, '');
  const isTwin = (entry: NamedEntry, name: string) => plain(name) === plain(nameOf(entry));
  const isShouted = (entry: NamedEntry) => nameOf(entry) === nameOf(entry).toUpperCase();
  const accentsIn = (entry: NamedEntry) => nameOf(entry).match(/[^\0-\x7f]/g)?.length ?? 0;
  return entries.map((entry) => {
    const known = campus[entry.list].find(
      ({ code, label, retired }) =>
        !retired &&
        (isTwin(entry, label) || isTwin(entry, code) || isShortFor(nameOf(entry), label)),
    );
    const inList = entries.filter(({ list }) => list === entry.list);
    const whole = inList.find((other) => isShortFor(nameOf(entry), nameOf(other))) ?? entry;
    const group = inList.filter((other) => isTwin(whole, nameOf(other)));
    const [best = entry] = group.toSorted(
      (one, other) =>
        Number(isShouted(one)) - Number(isShouted(other)) || accentsIn(other) - accentsIn(one),
    );
    // The first of them has the code without a number.
    const { code } = group[0] ?? entry;
    if (!known && best === entry) return { ...entry, code };
    const like = known ?? { code, label: nameOf(best) };
    return { ...entry, like: { code: like.code, label: like.label } };
  });
}

/** 'Dept. of Physics' for 'Department of Physics': each word is the same, or the beginning of it. */
function isShortFor(name: string, other: string): boolean {
  if (!name.includes('.')) return false;
  const [words, others] = [name, other].map((each) => fold(each).split(/[\s-]+/u));
  const isWord = (word: string, at: number) => {
    const whole = others?.[at] ?? '';
    return word === whole || (word.endsWith('.') && whole.startsWith(word.slice(0, -1)));
  };
  return words !== undefined && words.length === others?.length && words.every(isWord);
}

/** By code, else by label; prefers active entries. */
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

/** A new entry with a unique code; null if no code can be derived. */
function proposeEntry(
  list: CampusList,
  cell: string,
  taken: readonly { code: string }[],
): NamedEntry | null {
  const base = codeFromName(cell);
  const label = labelSchema.safeParse(cell.replace(/\s+/gu, ' '));
  if (base === null || !label.success) return null;
  const isFree = (code: string) => !taken.some((other) => isSameName(other.code, code));
  let code = base;
  for (let number = 2; !isFree(code); number += 1)
    code = `${Array.from(base).slice(0, 16).join('')}-${number}`;
  return { list, code, ...(label.data !== code && { label: label.data }) };
}

/** Collects unique entries up to the number that can be created at once. */
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
 * Folds case letter by letter like PostgreSQL's `lower` (in the locales of libc): a final sigma is
 * no other letter, and a dotted capital I is an `i`. Otherwise a file would pass here and fail at a
 * unique index.
 */
export function foldCase(text: string): string {
  return Array.from(text.trim(), (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join(
    '',
  );
}

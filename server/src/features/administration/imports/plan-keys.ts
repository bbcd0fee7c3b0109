import {
  type EntryField,
  entryFields,
  type ImportRow,
  keyColumns,
  type NamedEntry,
  type NewKeyChoices,
  type RowChange,
  type UnknownEntry,
} from '@keydesk/shared/administration/imports';
import {
  type Campus,
  type CampusEntry,
  type Desk,
  keyDepartmentsOf,
  offered,
} from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import {
  type FiledFieldName,
  filedFields,
  keyField,
  keyFields,
} from '@keydesk/shared/keys/key-fields';
import {
  type FiledKey,
  type KeyChanges,
  keyChangesSchema,
  newKeySchema,
} from '@keydesk/shared/keys/key-schemas';
import { t as headingText } from '@keydesk/shared/texts/en/file-headings';
import { t } from '@keydesk/shared/texts/en/import-rows';
import { t as fieldText } from '@keydesk/shared/texts/en/key-fields';
import { inEachLanguage } from '@keydesk/shared/texts/known-languages';
import { iterateYielding } from '../../../core/event-loop.ts';
import { type TableRow, yesNoCell } from '../../../core/files/csv.ts';
import { dateWarnings, shortenedProblems, zeroWarnings } from './damaged-cells.ts';
import {
  type Age,
  ageOf,
  type CampusChoices,
  entryLabel,
  type FileCampus,
  foldCase,
  isSkipped,
  keyChoices,
  type Matched,
  matchChoice,
  type RowSelection,
} from './import-file.ts';

export type ExistingKey = { id: string; fields: FiledKey; updatedAt: Date };

type KeyUpdate = { id: string; fields: FiledKey; before: FiledKey };

export type KeyFileColumn = FiledFieldName | 'updated';

export type KeyPlan = {
  rows: ImportRow[];
  creations: FiledKey[];
  updates: KeyUpdate[];
  /** Entries in the file that the campus lacks, and those of them to create. */
  unknown: UnknownEntry[];
  created: NamedEntry[];
  /** What new keys lack in the file, so that it has to be chosen for them. */
  lacks: EntryField[];
  /** How many stored values have an empty cell in the file. */
  emptyCells: number;
};

type Decision =
  | { outcome: 'create'; fields: FiledKey }
  | { outcome: 'update'; key: KeyUpdate }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; problems: string[] };

type KeyPlanInput = FileCampus & {
  existing: ReadonlyMap<string, ExistingKey>;
  /** Deletion times of numbers that no active key has, by number. */
  removed: ReadonlyMap<string, Date>;
  newKeys: NewKeyChoices;
  emptyClears: boolean;
  /** Stored numbers with leading zeros, by the number without them. */
  padded: ReadonlyMap<string, string>;
  selection: RowSelection;
};

type RowOutcome = Omit<ImportRow, 'line' | 'name'>;

export async function planKeys(
  table: readonly TableRow<KeyFileColumn>[],
  { existing, removed, padded, selection, newKeys, emptyClears, ...file }: KeyPlanInput,
  signal: AbortSignal,
): Promise<KeyPlan> {
  const plan = { rows: [] as ImportRow[], creations: [] as FiledKey[], updates: [] as KeyUpdate[] };
  const choices = keyChoices(file);
  // Entries that only skipped rows name are not created.
  const ofLeft = keyChoices(file);
  const only = onlyChoicesOf(file.campus);
  const lacks = new Set<EntryField>();
  let emptyCells = 0;
  const { desks } = file.campus;
  const lines = new Map<string, number>();
  for await (const row of iterateYielding(table, signal)) {
    const { line } = row;
    const name = row.cells.keyNumber ?? '';
    const number = foldCase(name);
    const known = existing.get(number);
    const isLeft = isSkipped(selection, row);
    const named = { choices: isLeft ? ofLeft : choices, desks, emptyClears };
    const read = readKeyCells(known ? row : withChoices(row), named, known?.fields);
    if (known) emptyCells += emptiedBy(row, known.fields).length;
    const earlier = lines.get(number);
    if (earlier === undefined && number !== '' && !isLeft) lines.set(number, line);
    if (earlier !== undefined)
      read.problems.push(t('key-on-line', { number: name, line: earlier }));
    const decision = decide(read, known);
    if (isLeft && decision.outcome !== 'unchanged') {
      plan.rows.push({ line, outcome: 'skipped', name, problems: [] });
      continue;
    }
    const state = { updatedAt: known?.updatedAt, removedAt: removed.get(number) };
    const age = ageOf(row, state, selection);
    const warnings = [...read.warnings, ...(known ? [] : zeroWarnings(name, padded.get(name)))];
    plan.rows.push({ line, name, ...place(decision, age, warnings) });
  }
  return {
    ...plan,
    unknown: choices.unknown(),
    created: choices.created(),
    lacks: entryFields.filter((field) => lacks.has(field)),
    emptyCells,
  };

  /** A new key has what was chosen for those without one; nothing is invented. */
  function withChoices(row: TableRow<KeyFileColumn>): TableRow<KeyFileColumn> {
    const missing = entryFields.filter((field) => !row.cells[field]);
    for (const field of missing) if (only[field] === undefined) lacks.add(field);
    const chosen = missing.map((field) => [field, newKeys[field] ?? only[field] ?? '']);
    return { ...row, cells: { ...row.cells, ...Object.fromEntries(chosen) } };
  }

  function place(decision: Decision, age: Age, warnings: string[]): RowOutcome {
    if (decision.outcome === 'unchanged') return { outcome: 'unchanged', problems: [] };
    if (decision.outcome === 'refused') return { outcome: 'refused', problems: decision.problems };
    const all = [...age.warnings, ...warnings];
    const shared = {
      problems: [],
      ...(decision.outcome === 'update' && { changes: changesOf(decision.key) }),
      ...(all.length > 0 && { warnings: all }),
    };
    if (age.isOutdated) return { outcome: 'outdated', ...shared };
    if (decision.outcome === 'update') {
      plan.updates.push(decision.key);
      return { outcome: 'update', ...shared };
    }
    const { keyName, location } = decision.fields;
    plan.creations.push(decision.fields);
    const entries = entryFields.map((field) => shown(field, decision.fields[field]));
    return { outcome: 'create', summary: [keyName, location, ...entries].join(' · '), ...shared };
  }

  function shown(name: FiledFieldName, value: FiledKey[FiledFieldName]): string {
    const field = keyField(name);
    const cell = writeKeyCell(name, value, desks) ?? '';
    return field.kind === 'entry' ? entryLabel(file, field.list, cell) : cell;
  }

  function changesOf({ before, fields }: KeyUpdate): RowChange[] {
    return filedFields.flatMap((name) =>
      before[name] === fields[name]
        ? []
        : [
            {
              column: headingText(keyColumns[name]),
              before: shown(name, before[name]),
              after: shown(name, fields[name]),
            },
          ],
    );
  }
}

function decide({ fields, problems }: ReadKey, existing: ExistingKey | undefined): Decision {
  const all = [...problems];
  if (existing && all.length === 0) {
    const after = { ...existing.fields, ...fields } as FiledKey;
    const names = Object.keys(after) as (keyof FiledKey)[];
    const same = names.every((name) => after[name] === existing.fields[name]);
    return same
      ? { outcome: 'unchanged' }
      : { outcome: 'update', key: { id: existing.id, fields: after, before: existing.fields } };
  }
  // For a row with problems the schema would only repeat them.
  const complete = newKeySchema.safeParse(fields);
  if (!existing && problems.length === 0 && !complete.success)
    all.push(...complete.error.issues.map(({ message }) => message));
  if (complete.success && problems.length === 0)
    for (const field of entryFields)
      if (complete.data[field] === undefined)
        all.push(t('required', { column: headingText(keyColumns[field]) }));
  if (all.length > 0 || !complete.success) return { outcome: 'refused', problems: all };
  return { outcome: 'create', fields: complete.data as FiledKey };
}

/** A list with a single entry leaves no choice. */
function onlyChoicesOf(campus: Campus): NewKeyChoices {
  const lists = { ...campus, departments: keyDepartmentsOf(campus) };
  return Object.fromEntries(
    entryFields.flatMap((field) => {
      const [entry, ...others] = offered<CampusEntry>(lists[keyFields[field].list]);
      return entry && others.length === 0 ? [[field, entry.code]] : [];
    }),
  );
}

type ReadKey = { fields: KeyChanges; problems: string[]; warnings: string[] };

type Named = { choices: CampusChoices; desks: readonly Desk[]; emptyClears: boolean };

/** A stored text may predate today's validation. */
function readKeyCells(
  { cells: { updated, ...cells }, problems: structural }: TableRow<KeyFileColumn>,
  named: Named,
  before: FiledKey | undefined,
): ReadKey {
  const given: Record<string, unknown> = {};
  const problems = [...structural];
  const texts: string[] = [];
  const written = (name: FiledFieldName) => before && writeKeyCell(name, before[name], named.desks);
  if (before && named.emptyClears)
    for (const name of emptiedBy({ cells }, before)) given[name] = keyField(name).empty;
  for (const [name, cell] of Object.entries(cells) as [FiledFieldName, string][]) {
    const isText = ['line', 'text'].includes(keyField(name).kind);
    if (cell === '' && (before || !isText)) continue;
    if (isText && cell === written(name)) continue;
    if (isText) texts.push(cell);
    const { value, problem } = isText
      ? { value: cell, problem: null }
      : matchCell(name, cell, named, before?.[name]);
    if (problem) problems.push(problem);
    else given[name] = value;
  }
  const parsed = keyChangesSchema.safeParse(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message));
  problems.push(...shortenedProblems(texts));
  return { fields: parsed.data ?? {}, problems, warnings: dateWarnings(texts) };
}

/** The stored values that a key can do without and that are empty in its row. */
function emptiedBy(
  { cells }: Pick<TableRow<KeyFileColumn>, 'cells'>,
  before: FiledKey,
): FiledFieldName[] {
  return filedFields.filter((name) => {
    const { kind, empty } = keyField(name);
    const isClearable = kind === 'text' || empty === null;
    return isClearable && cells[name] === '' && (before[name] ?? empty) !== empty;
  });
}

/** Matches a non-empty cell, ignoring case; `before` is the key's current value. */
function matchCell(
  name: FiledFieldName,
  cell: string,
  { choices, desks }: Named,
  before: unknown,
): Matched<unknown> {
  const field = keyField(name);
  const column = headingText(keyColumns[name]);
  switch (field.kind) {
    case 'entry':
      return choices.match(name, cell, before);
    case 'choice':
      return matchChoice({ name: column, values: Object.keys(field.choices) }, cell);
    case 'desk':
      return matchDesk(desks, cell, before);
    default:
      return matchYesNo(column, cell);
  }
}

/** A retired desk is valid only for a key that has it already. */
function matchDesk(desks: readonly Desk[], name: string, before: unknown): Matched<string> {
  const desk = desks.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!desk)
    return {
      value: null,
      problem: appError('UNKNOWN_ENTRY', { name: 'desk', code: name }).message,
    };
  return desk.retired && desk.id !== before
    ? {
        value: null,
        problem: appError('ENTRY_RETIRED', { name: 'desk', label: desk.name }).message,
      }
    : { value: desk.id, problem: null };
}

function matchYesNo(column: string, cell: string): Matched<boolean> {
  const value = yesNoWords().get(cell.toLowerCase());
  return value === undefined
    ? { value: null, problem: t('neither-yes-nor-no', { column, cell }) }
    : { value, problem: null };
}

let words: ReadonlyMap<string, boolean> | undefined;

/** In each language. */
function yesNoWords(): ReadonlyMap<string, boolean> {
  const inAll = (word: 'yes' | 'no', codes: readonly string[], is: boolean) =>
    [...codes, ...inEachLanguage((language) => fieldText.in(language)(word).toLowerCase())].map(
      (each) => [each, is] as const,
    );
  words ??= new Map([...inAll('yes', ['true', '1'], true), ...inAll('no', ['false', '0'], false)]);
  return words;
}

/** Files have one kind of line break. */
export function writeKeyCell(
  name: FiledFieldName,
  value: FiledKey[FiledFieldName],
  desks: readonly Desk[],
): string | null {
  if (typeof value === 'boolean') return yesNoCell(value);
  if (keyField(name).kind === 'desk') return desks.find(({ id }) => id === value)?.name ?? null;
  return value?.replace(/\r\n?/g, '\n') ?? null;
}

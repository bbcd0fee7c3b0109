import {
  type ImportRow,
  keyColumns,
  type NamedEntry,
} from '@keydesk/shared/administration/imports';
import { type Desk, keyChoicesOf } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import { type FiledFieldName, keyField } from '@keydesk/shared/keys/key-fields';
import {
  type FiledKey,
  type KeyChanges,
  keyChangesSchema,
  newKeySchema,
} from '@keydesk/shared/keys/key-schemas';
import { iterateYielding } from '../../../core/event-loop.ts';
import type { TableRow } from '../../../core/files/csv.ts';
import {
  type CampusChoices,
  type FileCampus,
  foldCase,
  keyChoices,
  type Matched,
  matchChoice,
} from './import-file.ts';

/** An existing key, with the fields that a file may change. */
export type ExistingKey = { id: string; fields: FiledKey };

/** A key with its new fields and its fields before. */
type KeyUpdate = ExistingKey & { before: FiledKey };

export type KeyPlan = {
  rows: ImportRow[];
  creations: FiledKey[];
  updates: KeyUpdate[];
  /** What the file names and the campus does not have, and what of that is to be created. */
  unknown: NamedEntry[];
  created: NamedEntry[];
};

type Decision =
  | { outcome: 'create'; fields: FiledKey }
  | { outcome: 'update'; key: KeyUpdate }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; problems: string[] };

/** Decides row by row what a file would do to the existing keys. */
export async function planKeys(
  table: readonly TableRow<FiledFieldName>[],
  { existing, ...file }: FileCampus & { existing: ReadonlyMap<string, ExistingKey> },
  signal: AbortSignal,
): Promise<KeyPlan> {
  const plan: KeyPlan = { rows: [], creations: [], updates: [], unknown: [], created: [] };
  const choices = keyChoices(file);
  const usual = keyChoicesOf(file.campus);
  const { desks } = file.campus;
  const lines = new Map<string, number>();
  for await (const row of iterateYielding(table, signal)) {
    const name = row.cells.keyNumber ?? '';
    const number = foldCase(name);
    const read = readKeyCells(row, { choices, desks }, existing.get(number)?.fields);
    const earlier = lines.get(number);
    if (earlier !== undefined)
      read.problems.push(`Key number ${name} is already on line ${earlier}`);
    else if (number !== '') lines.set(number, row.line);
    const decision = decide(read, existing.get(number), usual);
    if (decision.outcome === 'create') plan.creations.push(decision.fields);
    if (decision.outcome === 'update') plan.updates.push(decision.key);
    const problems = decision.outcome === 'refused' ? decision.problems : [];
    plan.rows.push({ line: row.line, outcome: decision.outcome, name, problems });
  }
  return { ...plan, unknown: choices.unknown(), created: choices.created() };
}

function decide(
  { fields, problems }: ReadKey,
  existing: ExistingKey | undefined,
  usual: UsualChoices,
): Decision {
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
  const complete = newKeySchema.safeParse({ ...usual, ...fields });
  if (!existing && problems.length === 0 && !complete.success)
    all.push(...complete.error.issues.map(({ message }) => message));
  if (complete.success)
    for (const column of Object.keys(usual) as CampusColumn[])
      if (complete.data[column] === undefined) all.push(`${keyColumns[column]} is required`);
  if (all.length > 0 || !complete.success) return { outcome: 'refused', problems: all };
  return { outcome: 'create', fields: complete.data as FiledKey };
}

type UsualChoices = ReturnType<typeof keyChoicesOf>;
type CampusColumn = keyof UsualChoices;

/** The fields that a row sets, and what is wrong with it. */
type ReadKey = { fields: KeyChanges; problems: string[] };

/** What cells can name. */
type Named = { choices: CampusChoices; desks: readonly Desk[] };

/**
 * The fields that a row sets. An empty cell sets nothing; an empty text is a value. A text that is
 * stored already may have the form of an earlier time.
 */
function readKeyCells(
  { cells, problems: structural }: TableRow<FiledFieldName>,
  named: Named,
  before: FiledKey | undefined,
): ReadKey {
  const given: Record<string, unknown> = {};
  const problems = [...structural];
  for (const [name, cell] of Object.entries(cells) as [FiledFieldName, string][]) {
    const isText = ['line', 'text'].includes(keyField(name).kind);
    if (isText ? cell === before?.[name] : cell === '') continue;
    const { value, problem } = isText
      ? { value: cell, problem: null }
      : matchCell(name, cell, named, before?.[name]);
    if (problem) problems.push(problem);
    else given[name] = value;
  }
  const parsed = keyChangesSchema.safeParse(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message));
  return { fields: parsed.data ?? {}, problems };
}

/** What a cell that is not empty names, whatever the case; `before` is what the key has. */
function matchCell(
  name: FiledFieldName,
  cell: string,
  { choices, desks }: Named,
  before: unknown,
): Matched<unknown> {
  const field = keyField(name);
  switch (field.kind) {
    case 'entry':
      return choices.match(name, cell, before);
    case 'choice':
      return matchChoice({ name: keyColumns[name], values: Object.keys(field.choices) }, cell);
    case 'desk':
      return matchDesk(desks, cell, before);
    default:
      return matchYesNo(keyColumns[name], cell);
  }
}

/** The desk of this name; a retired one is only for a key that has it. */
function matchDesk(desks: readonly Desk[], name: string, before: unknown): Matched<string> {
  const desk = desks.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!desk) return { value: null, problem: appError('UNKNOWN_ENTRY', 'desk', name).message };
  return desk.retired && desk.id !== before
    ? { value: null, problem: appError('ENTRY_RETIRED', 'desk', desk.name).message }
    : { value: desk.id, problem: null };
}

const yes: readonly string[] = ['true', 'yes', '1'];
const no: readonly string[] = ['false', 'no', '0'];

function matchYesNo(column: string, cell: string): Matched<boolean> {
  const word = cell.toLowerCase();
  return yes.includes(word) || no.includes(word)
    ? { value: yes.includes(word), problem: null }
    : { value: null, problem: `${column} "${cell}" is neither yes nor no` };
}

/** The cell in which a file holds a value. */
export function writeKeyCell(
  name: FiledFieldName,
  value: FiledKey[FiledFieldName],
  desks: readonly Desk[],
): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (keyField(name).kind === 'desk') return desks.find(({ id }) => id === value)?.name ?? null;
  return value ?? null;
}

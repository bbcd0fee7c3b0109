import type { Desk } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/errors';
import { keyColumns } from '@keydesk/shared/imports/columns';
import { type FiledFieldName, keyField } from '@keydesk/shared/keys/key-fields';
import { type FiledKey, type KeyChanges, keyChangesSchema } from '@keydesk/shared/keys/key-schemas';
import type { TableRow } from '../../platform/csv/csv.ts';
import type { CampusChoices } from './campus-choices.ts';
import { type Matched, matchChoice } from './import-file.ts';

/** The fields that a row sets, and what is wrong with it. */
export type ReadKey = { fields: KeyChanges; problems: string[] };

/** What cells can name. */
type Named = { choices: CampusChoices; desks: readonly Desk[] };

/**
 * The fields that a row sets. An empty cell sets nothing; an empty text is a value. A text that is
 * stored already may have the form of an earlier time.
 */
export function readKeyCells(
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

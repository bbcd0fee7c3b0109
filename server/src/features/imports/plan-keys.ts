import { keyColumns } from '@keydesk/shared/imports/columns';
import type { ImportRow } from '@keydesk/shared/imports/routes';
import { keyBlocks, keyCategories, keyDepartments } from '@keydesk/shared/keys/key';
import {
  type KeyChanges,
  type KeyFields,
  keyChangesSchema,
  keyFieldsSchema,
} from '@keydesk/shared/keys/key-fields';
import type { TableRow } from '../../platform/csv/csv.ts';
import { iterateYielding } from '../../platform/event-loop.ts';
import { type Choice, matchChoice } from './import-file.ts';

/** An existing key, with the fields that a file may change. */
export type ExistingKey = { id: string; fields: KeyFields };

/** A key with its new fields and its fields before. */
type KeyUpdate = ExistingKey & { before: KeyFields };

export type KeyPlan = {
  rows: ImportRow[];
  creations: KeyFields[];
  updates: KeyUpdate[];
};

/** Numbers that differ only in case belong to the same key. */
export function normalizeKeyNumber(keyNumber: string): string {
  return keyNumber.trim().toLowerCase();
}

type Decision =
  | { outcome: 'create'; fields: KeyFields }
  | { outcome: 'update'; key: KeyUpdate }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; problems: string[] };

/** Decides row by row what a file would do to the existing keys. */
export async function planKeys(
  table: readonly TableRow<KeyColumn>[],
  existing: ReadonlyMap<string, ExistingKey>,
  signal: AbortSignal,
): Promise<KeyPlan> {
  const plan: KeyPlan = { rows: [], creations: [], updates: [] };
  const lines = new Map<string, number>();
  for await (const row of iterateYielding(table, signal)) {
    const name = row.cells.keyNumber ?? '';
    const number = normalizeKeyNumber(name);
    const read = readKeyCells(row);
    const earlier = lines.get(number);
    if (earlier !== undefined)
      read.problems.push(`Key number ${name} is already on line ${earlier}`);
    else if (number !== '') lines.set(number, row.line);
    const decision = decide(read, existing.get(number));
    if (decision.outcome === 'create') plan.creations.push(decision.fields);
    if (decision.outcome === 'update') plan.updates.push(decision.key);
    const problems = decision.outcome === 'refused' ? decision.problems : [];
    plan.rows.push({ line: row.line, outcome: decision.outcome, name, problems });
  }
  return plan;
}

/**
 * The fields that a row sets. An empty cell of a choice or of yes and no sets nothing; an empty
 * text is a value.
 */
function readKeyCells({ cells, problems: structural }: TableRow<KeyColumn>): ReadKey {
  const given: Record<string, unknown> = {};
  const problems = [...structural];
  for (const [column, cell] of Object.entries(cells) as [KeyColumn, string][]) {
    const choice = choices[column];
    if (choice) {
      if (cell === '') continue;
      const chosen = matchChoice(choice, cell);
      if (chosen.problem) problems.push(chosen.problem);
      else given[column] = chosen.value;
    } else if (column === 'frequentlyUsed') {
      if (cell === '') continue;
      const value = booleanCells[cell.toLowerCase()];
      if (value === undefined)
        problems.push(`${keyColumns.frequentlyUsed} "${cell}" is neither yes nor no`);
      else given[column] = value;
    } else given[column] = cell;
  }
  const parsed = keyChangesSchema.safeParse(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message));
  return { fields: parsed.data ?? {}, problems };
}

function decide({ fields, problems }: ReadKey, existing: ExistingKey | undefined): Decision {
  const all = [...problems];
  if (existing && all.length === 0) {
    const after = { ...existing.fields, ...fields } as KeyFields;
    const names = Object.keys(after) as (keyof KeyFields)[];
    const same = names.every((name) => after[name] === existing.fields[name]);
    return same
      ? { outcome: 'unchanged' }
      : { outcome: 'update', key: { id: existing.id, fields: after, before: existing.fields } };
  }
  // For a row with problems the schema would only repeat them.
  const complete = keyFieldsSchema.safeParse(fields);
  if (!existing && problems.length === 0 && !complete.success)
    all.push(...complete.error.issues.map(({ message }) => message));
  if (all.length > 0 || !complete.success) return { outcome: 'refused', problems: all };
  return { outcome: 'create', fields: complete.data };
}

const choices: Partial<Record<KeyColumn, Choice>> = {
  category: { name: keyColumns.category, values: keyCategories },
  department: { name: keyColumns.department, values: keyDepartments },
  block: { name: keyColumns.block, values: keyBlocks },
};

const booleanCells: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

type ReadKey = { fields: KeyChanges; problems: string[] };

type KeyColumn = keyof KeyFields;

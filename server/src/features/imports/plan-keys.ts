import { keyChoicesOf } from '@keydesk/shared/campus/offers';
import { keyColumns } from '@keydesk/shared/imports/columns';
import type { ImportRow, NamedEntry } from '@keydesk/shared/imports/routes';
import type { FiledFieldName } from '@keydesk/shared/keys/key-fields';
import { type FiledKey, newKeySchema } from '@keydesk/shared/keys/key-schemas';
import type { TableRow } from '../../platform/csv/csv.ts';
import { iterateYielding } from '../../platform/event-loop.ts';
import { type FileCampus, keyChoices } from './campus-choices.ts';
import { foldCase } from './fold-case.ts';
import { type ReadKey, readKeyCells } from './key-cells.ts';

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

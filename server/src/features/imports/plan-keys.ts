import type { ImportRow } from '@keydesk/shared/imports/imports.routes';
import { type KeyFields, keyFieldsSchema } from '@keydesk/shared/keys/key-fields';
import type { TableRow } from '../../csv/csv-table.ts';
import { inTurns } from '../../in-turns.ts';
import { type ReadKey, readKeyCells } from './key-cells.ts';
import type { KeyColumn } from './key-columns.ts';

/** A key that exists, as far as a file may change it. */
export type ExistingKey = { id: string; fields: KeyFields };

/** A key as it is to be, and as it was. */
type KeyUpdate = ExistingKey & { before: KeyFields };

export type KeyPlan = {
  rows: ImportRow[];
  creations: KeyFields[];
  updates: KeyUpdate[];
};

/** Numbers that differ only in case name the same key. */
export const numberOf = (keyNumber: string): string => keyNumber.trim().toLowerCase();

type Decision =
  | { outcome: 'create'; fields: KeyFields }
  | { outcome: 'update'; key: KeyUpdate }
  | { outcome: 'unchanged' }
  | { outcome: 'refused'; problems: string[] };

const decide = ({ fields, problems }: ReadKey, existing: ExistingKey | undefined): Decision => {
  const all = [...problems];
  if (existing && all.length === 0) {
    const after = { ...existing.fields, ...fields } as KeyFields;
    const names = Object.keys(after) as (keyof KeyFields)[];
    const same = names.every((name) => after[name] === existing.fields[name]);
    return same
      ? { outcome: 'unchanged' }
      : { outcome: 'update', key: { id: existing.id, fields: after, before: existing.fields } };
  }
  // Of a row with problems the schema would repeat those already said.
  const complete = keyFieldsSchema.safeParse(fields);
  if (!existing && problems.length === 0 && !complete.success)
    all.push(...complete.error.issues.map(({ message }) => message));
  if (all.length > 0 || !complete.success) return { outcome: 'refused', problems: all };
  return { outcome: 'create', fields: complete.data };
};

/** What a file would do to the keys that exist, row by row. */
export async function planKeys(
  table: readonly TableRow<KeyColumn>[],
  existing: ReadonlyMap<string, ExistingKey>,
  signal: AbortSignal,
): Promise<KeyPlan> {
  const plan: KeyPlan = { rows: [], creations: [], updates: [] };
  const lines = new Map<string, number>();
  for await (const row of inTurns(table, signal)) {
    const name = row.cells.keyNumber ?? '';
    const number = numberOf(name);
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

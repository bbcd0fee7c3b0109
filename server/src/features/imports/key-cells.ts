import { keyBlocks, keyCategories, keyDepartments } from '@keydesk/shared/keys/key';
import { type KeyChanges, keyChangesSchema } from '@keydesk/shared/keys/key-fields';
import type { TableRow } from '../../csv/csv-table.ts';
import { type Choice, choose } from './choose.ts';
import type { KeyColumn } from './key-columns.ts';

const choices: Partial<Record<KeyColumn, Choice>> = {
  category: { name: 'Category', values: keyCategories },
  department: { name: 'Department', values: keyDepartments },
  block: { name: 'Block', values: keyBlocks },
};

const answers: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

export type ReadKey = { fields: KeyChanges; problems: string[] };

/**
 * The fields that a row gives. An empty cell of a field that has a default gives nothing; an empty
 * description is one.
 */
export const readKeyCells = ({ cells, problems: structural }: TableRow<KeyColumn>): ReadKey => {
  const given: Record<string, unknown> = {};
  const problems = [...structural];
  for (const [column, cell] of Object.entries(cells) as [KeyColumn, string][]) {
    const choice = choices[column];
    if (choice) {
      if (cell === '') continue;
      const chosen = choose(choice, cell);
      if (chosen.problem) problems.push(chosen.problem);
      else given[column] = chosen.value;
    } else if (column === 'frequentlyUsed') {
      if (cell === '') continue;
      const answer = answers[cell.toLowerCase()];
      if (answer === undefined) problems.push(`Frequently Used "${cell}" is neither yes nor no`);
      else given[column] = answer;
    } else given[column] = cell;
  }
  const parsed = keyChangesSchema.safeParse(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map(({ message }) => message));
  return { fields: parsed.data ?? {}, problems };
};

import {
  type EntryAbove,
  type EntryField,
  entryFields,
} from '@keydesk/shared/administration/imports';
import type { TableRow } from '../../../core/files/csv.ts';
import type { GroupHeading } from './import-file.ts';
import type { KeyFileColumn } from './plan-keys.ts';

type KeyTable = { rows: readonly TableRow<KeyFileColumn>[]; groups: readonly GroupHeading[] };

/** Enough to see which ones they are. */
const examples = 3;

/**
 * Lists often state an entry once for the rows below it: in a cell that is merged downwards, or as
 * the heading of a group. `above` has what rows without one could have from there, and the rows
 * have it for the `chosen` fields.
 */
export function entriesAbove({ rows, groups }: KeyTable, chosen: readonly EntryField[]) {
  const cells = rows.map(({ cells }) => ({ ...cells }));
  const above: EntryAbove[] = [];
  for (const field of entryFields) {
    const hasColumn = cells.some((row) => row[field]);
    const stated = hasColumn
      ? rows.map(({ line }, at) => ({ line, text: cells[at]?.[field] ?? '' }))
      : groups;
    const values = new Set<string>();
    let [next, text] = [0, ''];
    rows.forEach(({ line }, at) => {
      for (let one = stated[next]; one && one.line <= line; one = stated[++next])
        text = one.text || text;
      const own = cells[at];
      if (!own || own[field] || text === '') return;
      values.add(text);
      if (chosen.includes(field)) own[field] = text;
    });
    if (values.size > 0) above.push({ field, values: [...values].slice(0, examples) });
  }
  return { rows: rows.map((row, at) => ({ ...row, cells: cells[at] ?? row.cells })), above };
}

import type { Key } from '@keydesk/shared/keys/key';
import { takenAtOf } from './filter-keys.ts';

/** The columns by which keys can be sorted; `status` sorts by how long a key is out. */
export const sortColumns = ['number', 'name', 'department', 'category', 'block', 'status'] as const;
export type SortColumn = (typeof sortColumns)[number];
export type KeySort = { by: SortColumn; descending: boolean };

/** The order in which keys come from the server. */
export const defaultKeySort: KeySort = { by: 'number', descending: false };

/**
 * The keys in this order; keys that are equal in it stay in the order of their numbers, in which
 * `keys` must be.
 */
export function sortKeys(keys: readonly Key[], { by, descending }: KeySort): readonly Key[] {
  if (by === 'number') return descending ? keys.toReversed() : keys;
  const compare = comparators[by];
  const sign = descending ? -1 : 1;
  return keys.toSorted((one, other) => sign * compare(one, other));
}

/** The sort after a click on a column's heading. */
export function nextSort(current: KeySort, by: SortColumn): KeySort {
  return { by, descending: current.by === by && !current.descending };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

type Comparator = (one: Key, other: Key) => number;

function byField(field: 'keyName' | 'department' | 'category' | 'block'): Comparator {
  return (one, other) =>
    one[field] === other[field] ? 0 : collator.compare(one[field], other[field]);
}

/** Keys at the desk first, then those that are out, the latest hand-out first. */
function byTimeOut(one: Key, other: Key): number {
  const [taken, otherTaken] = [takenAtOf(one), takenAtOf(other)];
  return taken === otherTaken ? 0 : otherTaken - taken;
}

const comparators: Record<Exclude<SortColumn, 'number'>, Comparator> = {
  name: byField('keyName'),
  department: byField('department'),
  category: byField('category'),
  block: byField('block'),
  status: byTimeOut,
};

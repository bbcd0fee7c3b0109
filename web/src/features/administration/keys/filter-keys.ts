import type { Campus } from '@keydesk/shared/campus/campus';
import { dayMs } from '@keydesk/shared/core/dates';
import { isOverdue } from '@keydesk/shared/due/calendar';
import { type Key, standingOf } from '@keydesk/shared/keys/key';
import { matchingKeys, searcherOn } from '@keydesk/shared/keys/key-search';

/** How long a key has been out at least, in days. */
export const outForDays = { '1d': 1, '3d': 3, '7d': 7, '30d': 30 } as const;

/** What Manage Keys can be narrowed to; `unavailable` is in addresses for what is out. */
export const statusChoices = ['available', 'unavailable', 'reported', 'overdue'] as const;
type StatusChoice = (typeof statusChoices)[number];

/** The filter of Manage Keys; an empty text filters nothing. */
export type KeyFilter = {
  search: string;
  /** A code. */
  department: string;
  status: StatusChoice | '';
  out: keyof typeof outForDays | '';
};

export const emptyKeyFilter: KeyFilter = { search: '', department: '', status: '', out: '' };

/** Whether the filter may leave any key out. */
export function isFiltered({ search, department, status, out }: KeyFilter): boolean {
  return search.trim() !== '' || department !== '' || status !== '' || out !== '';
}

/** The keys that pass all filters now (in milliseconds) and match the search, in the same order. */
export function filterKeys(
  keys: readonly Key[],
  { search, department, status, out }: KeyFilter,
  now: number,
  campus: Campus | null = null,
): readonly Key[] {
  const passing = keys.filter(
    (key) =>
      (department === '' || key.department === department) &&
      (status === '' || hasStatus(key, status, now)) &&
      (out === '' || takenAtOf(key) <= now - outForDays[out] * dayMs),
  );
  return matchingKeys(passing, search, searcherOn(campus, null));
}

function hasStatus(key: Key, status: StatusChoice, now: number): boolean {
  if (status === 'overdue') return isOverdue(key, now);
  return standingOf(key) === standings[status];
}

const standings = { available: 'hanging', unavailable: 'out', reported: 'reported' } as const;

/** When a key was handed out, in milliseconds; later than anything for a key at the desk. */
function takenAtOf({ takenAt }: Key): number {
  return takenAt === null ? Number.POSITIVE_INFINITY : Date.parse(takenAt);
}

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

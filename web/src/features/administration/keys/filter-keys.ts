import type { Campus } from '@keydesk/shared/campus/campus';
import { dayMs } from '@keydesk/shared/core/dates';
import { isOverdue } from '@keydesk/shared/due/calendar';
import { type Key, standingOf } from '@keydesk/shared/keys/key';
import { matchingKeys, searcherOn } from '@keydesk/shared/keys/key-search';

export const outForDays = { '1d': 1, '3d': 3, '7d': 7, '30d': 30 } as const;

/** The filters of Manage Keys; `unavailable` remains in addresses and means out. */
export const statusChoices = ['available', 'unavailable', 'reported', 'overdue'] as const;
type StatusChoice = (typeof statusChoices)[number];

/** An empty text filters nothing. */
export type KeyFilter = {
  search: string;
  department: string;
  status: StatusChoice | '';
  out: keyof typeof outForDays | '';
};

export const emptyKeyFilter: KeyFilter = { search: '', department: '', status: '', out: '' };

export function isFiltered({ search, department, status, out }: KeyFilter): boolean {
  return search.trim() !== '' || department !== '' || status !== '' || out !== '';
}

/** The keys that match, in the same order; `now` in Unix milliseconds. */
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

/** In Unix milliseconds; infinity for a key at the desk. */
function takenAtOf({ takenAt }: Key): number {
  return takenAt === null ? Number.POSITIVE_INFINITY : Date.parse(takenAt);
}

/** `status` sorts by how long a key has been out. */
export const sortColumns = ['number', 'name', 'department', 'status'] as const;
export type SortColumn = (typeof sortColumns)[number];
export type KeySort = { by: SortColumn; descending: boolean };

export const defaultKeySort: KeySort = { by: 'number', descending: false };

/** `keys` must be in order of their numbers, which breaks ties. */
export function sortKeys(
  keys: readonly Key[],
  { by, descending }: KeySort,
  campus: Campus | null = null,
): readonly Key[] {
  if (by === 'number') return descending ? keys.toReversed() : keys;
  const compare = by === 'department' ? byDepartment(campus) : comparators[by];
  const sign = descending ? -1 : 1;
  return keys.toSorted((one, other) => sign * compare(one, other));
}

export function nextSort(current: KeySort, by: SortColumn): KeySort {
  return { by, descending: current.by === by && !current.descending };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

type Comparator = (one: Key, other: Key) => number;

function byName(one: Key, other: Key): number {
  return one.keyName === other.keyName ? 0 : collator.compare(one.keyName, other.keyName);
}

/** By what the departments are called. */
function byDepartment(campus: Campus | null): Comparator {
  const labels = new Map(campus?.departments.map(({ code, label }) => [code, label]));
  const labelOf = ({ department }: Key) => labels.get(department) ?? department;
  return (one, other) =>
    one.department === other.department ? 0 : collator.compare(labelOf(one), labelOf(other));
}

/** Keys at the desk first, then those out, latest hand-out first. */
function byTimeOut(one: Key, other: Key): number {
  const [taken, otherTaken] = [takenAtOf(one), takenAtOf(other)];
  return taken === otherTaken ? 0 : otherTaken - taken;
}

const comparators: Record<Exclude<SortColumn, 'number' | 'department'>, Comparator> = {
  name: byName,
  status: byTimeOut,
};

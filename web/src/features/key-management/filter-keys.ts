import type { Campus } from '@keydesk/shared/campus/campus';
import { isOverdue } from '@keydesk/shared/due/overdue';
import { dayMs } from '@keydesk/shared/durations';
import type { Key, KeyStatus } from '@keydesk/shared/keys/key';
import { matchingKeys, searcherOn } from '@keydesk/shared/keys/key-search';

/** How long a key has been out at least, in days. */
export const outForDays = { '1d': 1, '3d': 3, '7d': 7, '30d': 30 } as const;

/** The filter of Manage Keys; an empty text filters nothing. */
export type KeyFilter = {
  search: string;
  /** A code. */
  department: string;
  status: KeyStatus | 'overdue' | '';
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

function hasStatus(key: Key, status: KeyStatus | 'overdue', now: number): boolean {
  if (status === 'overdue') return isOverdue(key, now);
  return (key.status === 'available') === (status === 'available');
}

/** When a key was handed out, in milliseconds; later than anything for a key at the desk. */
export function takenAtOf({ takenAt }: Key): number {
  return takenAt === null ? Number.POSITIVE_INFINITY : Date.parse(takenAt);
}

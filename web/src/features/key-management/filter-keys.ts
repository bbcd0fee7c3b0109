import type { Key, KeyDepartment, KeyStatus } from '@keydesk/shared/keys/key';
import { matchesSearch } from '@keydesk/shared/keys/key-search';

/** The filter of Manage Keys; an empty text filters nothing. */
export type KeyFilter = {
  search: string;
  department: KeyDepartment | '';
  status: KeyStatus | '';
};

export const emptyKeyFilter: KeyFilter = { search: '', department: '', status: '' };

/** Whether the filter may leave any key out. */
export function isFiltered({ search, department, status }: KeyFilter): boolean {
  return search.trim() !== '' || department !== '' || status !== '';
}

/** The keys that match the search and both filters, in the same order. */
export function filterKeys(
  keys: readonly Key[],
  { search, department, status }: KeyFilter,
): readonly Key[] {
  return keys.filter(
    (key) =>
      (department === '' || key.department === department) &&
      (status === '' || (key.status === 'available') === (status === 'available')) &&
      matchesSearch(key, search),
  );
}

import {
  type Key,
  type KeyDepartment,
  type KeyStatus,
  matchesSearch,
} from '@keydesk/shared/keys/key';

/** What the list of managed keys is narrowed to; an empty text narrows nothing. */
export type KeyFilter = {
  search: string;
  department: KeyDepartment | '';
  status: KeyStatus | '';
};

export const emptyKeyFilter: KeyFilter = { search: '', department: '', status: '' };

/** Whether any key may be left out. */
export function isFiltered({ search, department, status }: KeyFilter): boolean {
  return search.trim() !== '' || department !== '' || status !== '';
}

/** The keys that pass the search and both filters, in their order. */
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

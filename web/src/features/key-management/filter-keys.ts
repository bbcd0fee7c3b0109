import type { Key, KeyDepartment, KeyStatus } from '@keydesk/shared/keys/key';
import { matchesSearch } from '@keydesk/shared/keys/key-search';

/** What the list of managed keys is narrowed to; an empty text narrows nothing. */
export type KeyNarrowing = {
  search: string;
  department: KeyDepartment | '';
  status: KeyStatus | '';
};

export const nothingNarrowed: KeyNarrowing = { search: '', department: '', status: '' };

/** Whether any key may be left out. */
export const isNarrowed = ({ search, department, status }: KeyNarrowing): boolean =>
  search.trim() !== '' || department !== '' || status !== '';

/** The keys that pass the search and both filters, in their order. */
export const filterKeys = (
  keys: readonly Key[],
  { search, department, status }: KeyNarrowing,
): readonly Key[] =>
  keys.filter(
    (key) =>
      (department === '' || key.department === department) &&
      (status === '' || (key.status === 'available') === (status === 'available')) &&
      matchesSearch(key, search),
  );

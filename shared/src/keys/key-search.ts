import type { Key } from './key.ts';

const searchedFields = [
  'keyName',
  'keyNumber',
  'category',
  'department',
  'block',
  'location',
] as const;

type Searchable = Pick<Key, (typeof searchedFields)[number]>;

/** Case-insensitive substring search over the fields of spec §5; an empty term matches every key. */
export const matchesSearch = (key: Searchable, term: string): boolean => {
  const wanted = term.trim().toLowerCase();
  return wanted === '' || searchedFields.some((field) => key[field].toLowerCase().includes(wanted));
};

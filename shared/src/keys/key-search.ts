import type { Key } from './key.ts';

/** The fields that every search of keys looks at. */
export const keySearchFields = [
  'keyName',
  'keyNumber',
  'category',
  'department',
  'block',
  'location',
] as const satisfies readonly (keyof Key)[];

type Searchable = Pick<Key, (typeof keySearchFields)[number]>;

/** Case-insensitive substring search in the fields above; an empty term matches every key. */
export function matchesSearch(key: Searchable, term: string): boolean {
  const text = term.trim().toLowerCase();
  return text === '' || keySearchFields.some((field) => key[field].toLowerCase().includes(text));
}

/** The same among keys that are out, where the holder's name is searched too. */
export function findTakenKeys(keys: readonly Key[], term: string): readonly Key[] {
  const text = term.trim().toLowerCase();
  return text === ''
    ? keys
    : keys.filter(
        (key) => matchesSearch(key, text) || key.takenBy?.name.toLowerCase().includes(text),
      );
}

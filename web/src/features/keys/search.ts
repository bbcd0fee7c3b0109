import type { Key } from '@keydesk/shared/keys/key';
import { keySearchFields } from '@keydesk/shared/keys/key-search';

const searchTextCache = new WeakMap<Key, string>();

/** Small enough that even a slow phone stays responsive between two slices. */
const sliceSize = 500;

/**
 * Builds the search texts of these keys ahead of time, slice by slice, so that the first letter typed
 * does not wait for all of them. Returns a function that stops it.
 */
export function prepareSearch(keys: readonly Key[]): () => void {
  let at = 0;
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => {
    for (const key of keys.slice(at, at + sliceSize)) searchedText(key);
    at += sliceSize;
    if (at < keys.length) timer = setTimeout(next);
  };
  timer = setTimeout(next);
  return () => clearTimeout(timer);
}

/** The searched fields of a key in lower case; computed once for each version of the key. */
function searchedText(key: Key): string {
  const cached = searchTextCache.get(key);
  if (cached !== undefined) return cached;
  const text = keySearchFields
    .map((field) => key[field])
    .join('\n')
    .toLowerCase();
  searchTextCache.set(key, text);
  return text;
}

/** The keys with a field that contains `term` in any case; all keys if it is empty. */
export function findKeys(keys: readonly Key[], term: string): readonly Key[] {
  const lowerTerm = term.trim().toLowerCase();
  return lowerTerm === '' ? keys : keys.filter((key) => searchedText(key).includes(lowerTerm));
}

export const statusFilters = ['all', 'available', 'unavailable'] as const;
export type StatusFilter = (typeof statusFilters)[number];

const passes: Record<StatusFilter, (key: Key) => boolean> = {
  all: () => true,
  available: (key) => key.status === 'available',
  unavailable: (key) => key.status !== 'available',
};

/** The keys under one filter tab; unavailable is any status other than available. */
export function filterByStatus(keys: readonly Key[], filter: StatusFilter): readonly Key[] {
  return filter === 'all' ? keys : keys.filter(passes[filter]);
}

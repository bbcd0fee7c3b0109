import type { Key } from '@keydesk/shared/keys/key';

const searchTextCache = new WeakMap<Key, string>();

/** Few enough that a slow phone answers a touch between two slices. */
const sliceSize = 500;

/**
 * Gets ready to search these keys, a slice at a time, so that the first letter typed does not wait
 * for all of them. The answer stops it.
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

/** All that a search looks at (spec §5), in lower case; computed once for each version of a key. */
function searchedText(key: Key): string {
  const known = searchTextCache.get(key);
  if (known !== undefined) return known;
  const text = [key.keyNumber, key.keyName, key.location, key.category, key.department, key.block]
    .join('\n')
    .toLowerCase();
  searchTextCache.set(key, text);
  return text;
}

/** The keys of which a field contains `term`, whatever its case; all of them for an empty term. */
export function findKeys(keys: readonly Key[], term: string): readonly Key[] {
  const wanted = term.trim().toLowerCase();
  return wanted === '' ? keys : keys.filter((key) => searchedText(key).includes(wanted));
}

export const statusFilters = ['all', 'available', 'unavailable'] as const;
export type StatusFilter = (typeof statusFilters)[number];

const passes: Record<StatusFilter, (key: Key) => boolean> = {
  all: () => true,
  available: (key) => key.status === 'available',
  unavailable: (key) => key.status !== 'available',
};

/** The keys under one filter tab; unavailable means any status other than available. */
export function filterByStatus(keys: readonly Key[], filter: StatusFilter): readonly Key[] {
  return filter === 'all' ? keys : keys.filter(passes[filter]);
}

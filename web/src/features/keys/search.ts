import type { Campus } from '@keydesk/shared/campus/campus';
import type { Key } from '@keydesk/shared/keys/key';
import {
  type FoldedFields,
  findTakenKeys,
  searchedLabelsOf,
  searcherOn,
  searchKeys,
  toFoldedFields,
} from '@keydesk/shared/keys/key-search';
import type { User } from '@keydesk/shared/people/user';
import { useMemo } from 'react';
import { useCampus } from '../../lib/campus.ts';
import { useUser } from '../../lib/session.ts';

type CachedFields = { campus: Campus | null; fields: FoldedFields };
const foldedFieldsCache = new WeakMap<Key, CachedFields>();

/** Small enough that even a slow phone responds between two slices. */
const sliceSize = 500;

/**
 * Prepares keys for a search in slices, so that the first letter typed does not wait for all of
 * them. Returns a function that stops it.
 */
export function prepareSearch(keys: readonly Key[], campus: Campus | null = null): () => void {
  let at = 0;
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => {
    for (const key of keys.slice(at, at + sliceSize)) foldedFieldsOf(key, campus);
    at += sliceSize;
    if (at < keys.length) timer = setTimeout(next);
  };
  timer = setTimeout(next);
  return () => clearTimeout(timer);
}

/** The searched fields of a key, folded; cached per version of key and campus. */
function foldedFieldsOf(key: Key, campus: Campus | null): FoldedFields {
  const cached = foldedFieldsCache.get(key);
  if (cached?.campus === campus) return cached.fields;
  const fields = toFoldedFields(key, searchedLabelsOf(campus, key));
  foldedFieldsCache.set(key, { campus, fields });
  return fields;
}

/**
 * The keys that match `term`, those of the reader's department and the best matches first; all keys
 * unsorted if it is empty.
 */
export function findKeys(
  keys: readonly Key[],
  term: string,
  department: User['department'] = null,
  campus: Campus | null = null,
): readonly Key[] {
  return searchKeys(keys, term, {
    ...searcherOn(campus, department),
    foldedFieldsOf: (key) => foldedFieldsOf(key, campus),
  });
}

export const statusFilters = ['all', 'available', 'unavailable'] as const;
export type StatusFilter = (typeof statusFilters)[number];

const passes: Record<StatusFilter, (key: Key) => boolean> = {
  all: () => true,
  available: (key) => key.status === 'available',
  unavailable: (key) => key.status !== 'available',
};

/** 'Unavailable' is any status other than available. */
export function filterByStatus(keys: readonly Key[], filter: StatusFilter): readonly Key[] {
  return filter === 'all' ? keys : keys.filter(passes[filter]);
}

/** Keys that are out and match `term`, ordered by `findTakenKeys`. */
export function useFoundTakenKeys(keys: readonly Key[], term: string): readonly Key[] {
  const department = useUser()?.department ?? null;
  const campus = useCampus();
  return useMemo(
    () => findTakenKeys(keys, term, searcherOn(campus, department)),
    [keys, term, department, campus],
  );
}

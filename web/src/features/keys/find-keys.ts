import type { Key } from '@keydesk/shared/keys/key';

const texts = new WeakMap<Key, string>();

/** All that a search looks at (spec §5), in lower case; computed once for each version of a key. */
const searchedText = (key: Key): string => {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = [key.keyNumber, key.keyName, key.location, key.category, key.department, key.block]
    .join('\n')
    .toLowerCase();
  texts.set(key, text);
  return text;
};

/** Few enough that a slow phone answers a touch between two slices. */
const sliceSize = 500;

/**
 * Gets ready to search these keys, a slice at a time, so that the first letter typed does not wait
 * for all of them. The answer stops it.
 */
export const prepareSearch = (keys: readonly Key[]): (() => void) => {
  let at = 0;
  let timer: ReturnType<typeof setTimeout>;
  const next = (): void => {
    for (const key of keys.slice(at, at + sliceSize)) searchedText(key);
    at += sliceSize;
    if (at < keys.length) timer = setTimeout(next);
  };
  timer = setTimeout(next);
  return () => clearTimeout(timer);
};

/** The keys of which a field contains `term`, whatever its case; all of them for an empty term. */
export const findKeys = (keys: readonly Key[], term: string): readonly Key[] => {
  const wanted = term.trim().toLowerCase();
  return wanted === '' ? keys : keys.filter((key) => searchedText(key).includes(wanted));
};

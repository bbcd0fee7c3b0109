import type { Key } from '@keydesk/shared/keys/key';
import { matchesSearch } from '@keydesk/shared/keys/key-search';

/** The keys that are out, longest out first. */
export const longestOutFirst = (keys: readonly Key[]): Key[] =>
  keys
    .filter(({ status }) => status !== 'available')
    .sort((one, other) => (one.takenAt ?? '').localeCompare(other.takenAt ?? ''));

/** The keys that a term finds: by what every key search looks at, or by who has them. */
export const findAmongOut = (keys: readonly Key[], term: string): readonly Key[] => {
  const wanted = term.trim().toLowerCase();
  return keys.filter(
    (key) => matchesSearch(key, wanted) || key.takenBy?.name.toLowerCase().includes(wanted),
  );
};

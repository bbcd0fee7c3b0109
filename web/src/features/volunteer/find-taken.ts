import type { Key } from '@keydesk/shared/keys/key';
import { matchesSearch } from '@keydesk/shared/keys/key-search';

/** The taken keys that match `term`, by anything a key is searched for or by who has it. */
export const findTaken = (keys: readonly Key[], term: string): readonly Key[] => {
  const wanted = term.trim().toLowerCase();
  if (wanted === '') return keys;
  return keys.filter(
    (key) => matchesSearch(key, wanted) || key.takenBy?.name.toLowerCase().includes(wanted),
  );
};

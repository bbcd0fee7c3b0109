import { type RegistrationDepartment, registrationDepartmentOf } from '../users/department.ts';
import type { Key } from './key.ts';

/** The fields that every search of keys looks at; name and number come first. */
const keySearchFields = [
  'keyName',
  'keyNumber',
  'category',
  'department',
  'block',
  'location',
] as const satisfies readonly (keyof Key)[];

type Searchable = Pick<Key, (typeof keySearchFields)[number]>;

/**
 * Whether every word of `term` is a part of some field above, whatever the case; words are what
 * whitespace separates. A term without words matches every key.
 */
export function matchesSearch(key: Searchable, term: string): boolean {
  const words = wordsOf(term);
  return words.length === 0 || containsWords(searchedText(key), words);
}

/** The same among keys that are out, where the holder's name is searched too. */
export function findTakenKeys(keys: readonly Key[], term: string): readonly Key[] {
  const words = wordsOf(term);
  return words.length === 0
    ? keys
    : keys.filter((key) => containsWords(searchedText(key, key.takenBy?.name), words));
}

type SearchOptions = {
  /** The searcher's own department; its keys come first. */
  department: RegistrationDepartment | null;
  /** Where the lower-case fields come from, for callers that keep them. */
  lowerFieldsOf?: (key: Key) => LowerFields;
};

/**
 * The keys that match what is searched: those of the own department first, then the best matches
 * (`rankOf`), otherwise in the given order. All keys as they are if it has no words.
 */
export function searchKeys(
  keys: readonly Key[],
  searched: string,
  { department, lowerFieldsOf = toLowerFields }: SearchOptions,
): readonly Key[] {
  const words = wordsOf(searched);
  if (words.length === 0) return keys;
  const term = words.join(' ');
  const [own, others] = [emptyRanks(), emptyRanks()];
  for (const key of keys) {
    const fields = lowerFieldsOf(key);
    if (!containsWords(fields.text, words)) continue;
    const isOwn = department !== null && registrationDepartmentOf(key.department) === department;
    (isOwn ? own : others)[rankOf(fields, term, words)]?.push(key);
  }
  return ([] as Key[]).concat(...own, ...others);
}

/** What a search looks at, in lower case: `text` has a line for each field. */
export type LowerFields = { text: string; number: string; name: string };

export function toLowerFields(key: Searchable): LowerFields {
  const text = searchedText(key);
  const [name = '', number = ''] = text.split('\n', 2);
  return { text, number, name };
}

function searchedText(key: Searchable, holder = ''): string {
  const lines = [...keySearchFields.map((field) => key[field]), holder];
  return lines.join('\n').toLowerCase();
}

function wordsOf(term: string): string[] {
  return term.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Words have no line breaks in them, so none can reach from one field into the next. */
function containsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

function emptyRanks(): Key[][] {
  return [[], [], [], [], []];
}

/**
 * How well a key matches, 0 best: its number is the term or one of the words, begins with the term,
 * contains it; its name begins with the term; anything else.
 */
function rankOf({ number, name }: LowerFields, term: string, words: readonly string[]): number {
  if (number === term || words.includes(number)) return 0;
  if (number.startsWith(term)) return 1;
  if (number.includes(term)) return 2;
  return name.startsWith(term) ? 3 : 4;
}

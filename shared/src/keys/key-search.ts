import type { Campus } from '../campus/campus.ts';
import { labelIn, peopleCodeOf } from '../campus/offers.ts';
import { registrationDepartmentOf } from '../users/department.ts';
import type { Key } from './key.ts';

/** The fields that every search of keys looks at; name and number come first. */
const keySearchFields = [
  'keyName',
  'keyNumber',
  'category',
  'department',
  'block',
  'location',
  'hook',
] as const satisfies readonly (keyof Key)[];

type Searchable = Pick<Key, (typeof keySearchFields)[number]>;

/**
 * Whether every word of `term` occurs in some field above or in `also`, whatever the case; words are what
 * whitespace separates. A word occurs where it is a part of a field, and where the number begins with
 * it if hyphens and spaces count in neither. A term without words matches every key.
 */
export function matchesSearch(key: Searchable, term: string, also = ''): boolean {
  return containsWords(toLowerFields(key, also), toWords(term));
}

export type Searcher = {
  /** The searcher's own department; its keys come first. */
  department: string | null;
  /** The department that people of a key's department register with; as on a new campus without it. */
  peopleCodeOf?: (department: string) => string;
  /** What pages call a department, which is searched too. */
  labelOf?: (department: string) => string;
};

type Departments = Pick<Campus, 'departments'> | null;

/** A searcher who knows the departments of the campus, unless it is null: not loaded yet. */
export function searcherOn(campus: Departments, department: string | null): Searcher {
  if (!campus) return { department };
  return {
    department,
    peopleCodeOf: (code) => peopleCodeOf(campus, code),
    labelOf: (code) => searchedLabelOf(campus, code),
  };
}

/** The name of a department, which is searched beside its code; empty without a campus. */
export function searchedLabelOf(campus: Departments, code: string): string {
  return campus ? labelIn(campus.departments, code) : '';
}

type SearchOptions = Searcher & {
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
  {
    department,
    peopleCodeOf: peopleCode = registrationDepartmentOf,
    labelOf = noLabel,
    lowerFieldsOf = (key) => toLowerFields(key, labelOf(key.department)),
  }: SearchOptions,
): readonly Key[] {
  const words = toWords(searched);
  if (words.length === 0) return keys;
  const term = words.map(({ text }) => text).join(' ');
  const [own, others] = [emptyRanks(), emptyRanks()];
  for (const key of keys) {
    const fields = lowerFieldsOf(key);
    if (!containsWords(fields, words)) continue;
    const isOwn = department !== null && peopleCode(key.department) === department;
    (isOwn ? own : others)[rankOf(fields, term, words)]?.push(key);
  }
  return ([] as Key[]).concat(...own, ...others);
}

/** The same among keys that are out, where the holder's name is searched too. */
export function findTakenKeys(
  keys: readonly Key[],
  term: string,
  searcher: Searcher,
): readonly Key[] {
  const { labelOf = noLabel } = searcher;
  const lowerFieldsOf = (key: Key) =>
    toLowerFields(key, labelOf(key.department), key.takenBy?.name);
  return searchKeys(keys, term, { ...searcher, lowerFieldsOf });
}

function noLabel(): string {
  return '';
}

/** What a search looks at, in lower case: `text` has a line for each field. */
export type LowerFields = { text: string; number: string; name: string; compactNumber: string };

/** `also` are texts beside the fields of the key itself. */
export function toLowerFields(key: Searchable, ...also: (string | undefined)[]): LowerFields {
  const lines = [...keySearchFields.map((field) => key[field]), ...also];
  const text = lines.join('\n').toLowerCase();
  const [name = '', number = ''] = text.split('\n', 2);
  return { text, number, name, compactNumber: compact(number) };
}

/** Without hyphens and spaces. */
function compact(text: string): string {
  return text.replace(/[-\s]+/g, '');
}

type Word = {
  text: string;
  compact: string;
  /** Finds it as a whole word. */
  whole: RegExp;
};

function toWords(term: string): Word[] {
  return term.toLowerCase().split(/\s+/).filter(Boolean).map(toWord);
}

function toWord(text: string): Word {
  return { text, compact: compact(text), whole: wholeWord(text) };
}

/** Finds `word` between anything but letters and digits. */
function wholeWord(word: string): RegExp {
  const literal = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?:^|[^\\p{L}\\p{N}])${literal}(?:$|[^\\p{L}\\p{N}])`, 'u');
}

function containsWords(fields: LowerFields, words: readonly Word[]): boolean {
  return words.every((word) => containsWord(fields, word));
}

/** Words have no line breaks in them, so none can reach from one field into the next. */
function containsWord({ text, compactNumber }: LowerFields, word: Word): boolean {
  return (
    text.includes(word.text) || (word.compact !== '' && compactNumber.startsWith(word.compact))
  );
}

function emptyRanks(): Key[][] {
  return [[], [], [], [], [], []];
}

/**
 * How well a key matches, 0 best: its number is the term, but for hyphens and spaces, or one of the
 * words; its number begins with the term, contains it; number and name have every word as a whole
 * word; its name begins with the term; anything else.
 */
function rankOf(
  { number, name, compactNumber }: LowerFields,
  term: string,
  words: readonly Word[],
): number {
  if (compactNumber === compact(term) || words.some(({ text }) => text === number)) return 0;
  if (number.startsWith(term)) return 1;
  if (number.includes(term)) return 2;
  if (words.every(({ whole }) => whole.test(number) || whole.test(name))) return 3;
  return name.startsWith(term) ? 4 : 5;
}

import type { Campus } from '../campus/campus.ts';
import { labelIn, peopleCodeOf, registrationDepartmentOf } from '../campus/campus.ts';
import { fold } from '../core/text.ts';
import type { Key } from './key.ts';
import { type KeyFieldName, keyFieldsWhere } from './key-fields.ts';

/** What is typed is looked for in each of these fields; number and name come first. */
const searchedFields = keyFieldsWhere(({ searched }) => searched === 'part');
/** Words are looked for in these too. */
const fieldsOfWords = keyFieldsWhere(({ searched }) => searched === 'words');

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

type SearchOptions = Pick<Searcher, 'labelOf'> & {
  /** Where the folded fields come from, for callers that keep them. */
  foldedFieldsOf?: (key: Key) => FoldedFields;
};

/**
 * The keys in one of whose fields `searched` is contained, whatever the case and accents; a number
 * also contains what it begins with if hyphens and spaces do not count. Only where there are none,
 * the keys that have every word at the start of a word: of a field, the hook or the department's
 * name. All keys as they are if it has no words; always in the given order.
 */
export function matchingKeys(
  keys: readonly Key[],
  searched: string,
  options: SearchOptions = {},
): readonly Key[] {
  const term = toTerm(searched);
  return term === '' ? keys : findMatches(keys, term, options).map(({ key }) => key);
}

/** The same with those of the searcher's own department first, then the best matches (`rankOf`). */
export function searchKeys(
  keys: readonly Key[],
  searched: string,
  {
    department,
    peopleCodeOf: peopleCode = registrationDepartmentOf,
    ...options
  }: Searcher & SearchOptions,
): readonly Key[] {
  const term = toTerm(searched);
  if (term === '') return keys;
  const words = term.split(' ').map((text) => ({ text, whole: wholeWord(text) }));
  const [own, others] = [emptyRanks(), emptyRanks()];
  for (const { key, fields } of findMatches(keys, term, options)) {
    const isOwn = department !== null && peopleCode(key.department) === department;
    (isOwn ? own : others)[rankOf(fields, term, words)]?.push(key);
  }
  return ([] as Key[]).concat(...own, ...others);
}

/** The same among keys that are out, where the holder's name is a field too. */
export function findTakenKeys(
  keys: readonly Key[],
  searched: string,
  searcher: Searcher,
): readonly Key[] {
  const { labelOf = noLabel } = searcher;
  const foldedFieldsOf = (key: Key) =>
    toFoldedFields(key, labelOf(key.department), key.takenBy?.name);
  return searchKeys(keys, searched, { ...searcher, foldedFieldsOf });
}

function noLabel(): string {
  return '';
}

/** Single spaces stand for all whitespace. */
function toTerm(searched: string): string {
  return fold(searched).split(/\s+/).filter(Boolean).join(' ');
}

/** What a search looks at, folded: `text` has a line for each field. */
export type FoldedFields = {
  text: string;
  /** The lines in which words are looked for besides. */
  more: string;
  number: string;
  name: string;
  compactNumber: string;
};

/** `label` is what pages call the key's department. */
export function toFoldedFields(key: Key, label: string, holder = ''): FoldedFields {
  const text = fold(linesOf(key, searchedFields, holder));
  const [number = '', name = ''] = text.split('\n', 2);
  const more = fold(linesOf(key, fieldsOfWords, label));
  return { text, more, number, name, compactNumber: compact(number) };
}

function linesOf(key: Key, names: readonly KeyFieldName[], more: string): string {
  return [...names.map((name) => key[name] ?? ''), more].join('\n');
}

/** Without hyphens and spaces. */
function compact(text: string): string {
  return text.replace(/[-\s]+/g, '');
}

type Match = { key: Key; fields: FoldedFields };

function findMatches(
  keys: readonly Key[],
  term: string,
  {
    labelOf = noLabel,
    foldedFieldsOf = (key) => toFoldedFields(key, labelOf(key.department)),
  }: SearchOptions,
): Match[] {
  const all = keys.map((key) => ({ key, fields: foldedFieldsOf(key) }));
  const compactTerm = compact(term);
  const containing = all.filter(
    ({ fields }) => fields.text.includes(term) || numberBegins(fields, compactTerm),
  );
  if (containing.length > 0) return containing;
  const words = term.split(' ').map(toWord);
  return all.filter(({ fields }) => words.every((word) => hasWord(fields, word)));
}

function numberBegins({ compactNumber }: FoldedFields, compactTerm: string): boolean {
  return compactTerm !== '' && compactNumber.startsWith(compactTerm);
}

type Word = { text: string; compact: string; beginning: RegExp };

function toWord(text: string): Word {
  return { text, compact: compact(text), beginning: new RegExp(startOf(text), 'u') };
}

function hasWord(fields: FoldedFields, { text, compact: compactWord, beginning }: Word): boolean {
  return (
    [fields.text, fields.more].some((lines) => lines.includes(text) && beginning.test(lines)) ||
    numberBegins(fields, compactWord)
  );
}

/** Finds `word` between anything but letters and digits. */
function wholeWord(word: string): RegExp {
  return new RegExp(`${startOf(word)}(?:$|[^\\p{L}\\p{N}])`, 'u');
}

/** Finds `word` where no letter or digit stands before it. */
function startOf(word: string): string {
  return `(?:^|[^\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;
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
  { number, name, compactNumber }: FoldedFields,
  term: string,
  words: readonly { text: string; whole: RegExp }[],
): number {
  if (compactNumber === compact(term) || words.some(({ text }) => text === number)) return 0;
  if (number.startsWith(term)) return 1;
  if (number.includes(term)) return 2;
  if (words.every(({ whole }) => whole.test(number) || whole.test(name))) return 3;
  return name.startsWith(term) ? 4 : 5;
}

import type { Campus, CampusList } from '../campus/campus.ts';
import { labelIn, peopleCodeOf, registrationDepartmentOf } from '../campus/campus.ts';
import { fold, searchWords } from '../core/text.ts';
import type { Key } from './key.ts';
import { type FieldsWith, type KeyFieldName, keyFields, keyFieldsWhere } from './key-fields.ts';

/** Searched for the whole term; number and name come first. */
const searchedFields = keyFieldsWhere(({ searched }) => searched === 'part');
/** Also searched for single words. */
const fieldsOfWords = keyFieldsWhere(({ searched }) => searched === 'words');
const entryFields = keyFieldsWhere<FieldsWith<{ kind: 'entry' }>>(({ kind }) => kind === 'entry');

export type Searcher = {
  /** The searcher's own department; its keys come first. */
  department: string | null;
  /** The people's department of a key's department; default: as on a new campus. */
  peopleCodeOf?: (department: string) => string;
  /** What pages call its department, block and category; searched, too. */
  labelsOf?: (key: Key) => string;
};

type Lists = Pick<Campus, CampusList> | null;

/** `campus` is null while it is loading. */
export function searcherOn(campus: Lists, department: string | null): Searcher {
  if (!campus) return { department };
  return {
    department,
    peopleCodeOf: (code) => peopleCodeOf(campus, code),
    labelsOf: (key) => searchedLabelsOf(campus, key),
  };
}

/** A line for the label of each entry; empty without a campus. */
export function searchedLabelsOf(campus: Lists, key: Key): string {
  if (!campus) return '';
  return entryFields.map((name) => labelIn(campus[keyFields[name].list], key[name])).join('\n');
}

type SearchOptions = Pick<Searcher, 'labelsOf'> & {
  /** Supplies cached fields. */
  foldedFieldsOf?: (key: Key) => FoldedFields;
};

/**
 * Keys with a field that contains `searched`, ignoring case and accents, or a number that begins
 * with it, ignoring hyphens and spaces. If there are none, keys with every word at the start of a
 * word of a field, the hook or a label of its entries. All keys without a term; keeps the order.
 */
export function matchingKeys(
  keys: readonly Key[],
  searched: string,
  options: SearchOptions = {},
): readonly Key[] {
  const term = toTerm(searched);
  return term === '' ? keys : findMatches(keys, term, options).map(({ key }) => key);
}

/** The searcher's own department first, then the best matches (`rankOf`). */
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

/** Searches keys that are out, by holder, too. */
export function findTakenKeys(
  keys: readonly Key[],
  searched: string,
  searcher: Searcher,
): readonly Key[] {
  const { labelsOf = noLabels } = searcher;
  const foldedFieldsOf = (key: Key) => toFoldedFields(key, labelsOf(key), key.takenBy?.name);
  return searchKeys(keys, searched, { ...searcher, foldedFieldsOf });
}

function noLabels(): string {
  return '';
}

/** Collapses whitespace. */
function toTerm(searched: string): string {
  return fold(searched).split(/\s+/).filter(Boolean).join(' ');
}

/** Folded search fields: `text` has a line for each field. */
export type FoldedFields = {
  text: string;
  /** Additional lines for single words. */
  more: string;
  number: string;
  name: string;
  compactNumber: string;
};

/** `labels` are those of the key's entries. */
export function toFoldedFields(key: Key, labels: string, holder = ''): FoldedFields {
  const text = fold(linesOf(key, searchedFields, holder));
  const [number = '', name = ''] = text.split('\n', 2);
  const more = fold(linesOf(key, fieldsOfWords, labels));
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
    labelsOf = noLabels,
    foldedFieldsOf = (key) => toFoldedFields(key, labelsOf(key)),
  }: SearchOptions,
): Match[] {
  const all = keys.map((key) => ({ key, fields: foldedFieldsOf(key) }));
  const compactTerm = compact(term);
  const containing = all.filter(
    ({ fields }) => fields.text.includes(term) || numberBegins(fields, compactTerm),
  );
  if (containing.length > 0) return containing;
  const words = searchWords(term).map(toWord);
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

function wholeWord(word: string): RegExp {
  return new RegExp(`${startOf(word)}(?:$|[^\\p{L}\\p{N}])`, 'u');
}

/** Finds `word` at the start of a word. */
function startOf(word: string): string {
  return `(?:^|[^\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;
}

function emptyRanks(): Key[][] {
  return [[], [], [], [], [], []];
}

/**
 * How well a key matches, 0 best: its number is the term, ignoring hyphens and spaces, or one of
 * the words; its number begins with the term, contains it; number and name have every word as a
 * whole word; its name begins with the term; anything else.
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

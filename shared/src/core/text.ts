/** '1 key', '3 keys'; with `many`: '1 key is', '3 keys are'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** 'Due today' for 'due today'. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Letters that do not decompose into a base letter and an accent. */
export const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  ς: 'σ',
};

/** Accents, joiners and apostrophes, as part of a regular expression's character class. */
export const ignoredInSearch = "\\u0300-\\u036f\\u200c\\u200d'`´‘’ʼ′";

const ignored = new RegExp(`[${ignoredInSearch}]`, 'g');
const special = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'g');
/** Most texts, which need only lower case. */
const plain = /^[\n -&(-_a-~]*$/;

/** Folds case, accents, joiners and apostrophes for searches, like `foldedText` in the database. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFD').replace(ignored, '').toLowerCase();
  return letters.replace(special, (letter) => foldedLetters[letter] ?? letter);
}

/** What a text that contains all of them is found by, in any order. */
export function searchWords(searched: string): string[] {
  return fold(searched)
    .split(/[\s,;]+/)
    .filter(Boolean);
}

/**
 * Line breaks, direction controls and invisible characters. Joiners of Indic letters and emoji, and
 * variation selectors are allowed: other scripts need them.
 */
const unseen =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/**
 * Whether a name of a thing, or a note, can be part of a sentence or list without changing how the
 * rest reads. Names of people are held to more (`reserved-names`).
 */
export function isVisibleLine(text: string): boolean {
  return !unseen.test(text);
}

/** Whether two names of things are equal, ignoring case, composition and runs of spaces. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}

/** Upper case first, so that 'Straße' and 'STRASSE' are equal. */
export function foldName(name: string): string {
  const upper = name.trim().replace(/\s+/gu, ' ').normalize('NFC').toUpperCase();
  // Letter by letter, or a sigma at the end of a word would differ from one within.
  return Array.from(upper, (letter) => letter.toLowerCase()).join('');
}

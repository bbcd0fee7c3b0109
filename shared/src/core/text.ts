/** '1 key', '3 keys'; with `many`: '1 key is', '3 keys are'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** 'Due today' of 'due today'. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Letters that no accent can be taken from, as searches read them. */
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

/** Accents, and what is typed for an apostrophe: inside the brackets of a regular expression. */
export const ignoredInSearch = "\\u0300-\\u036f'`´‘’ʼ′";

const ignored = new RegExp(`[${ignoredInSearch}]`, 'g');
const special = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'g');
/** Most texts, for which the case is all. */
const plain = /^[\n -&(-_a-~]*$/;

/**
 * A text as searches compare it: without regard to case, accents and apostrophes. The database does
 * the same in `foldedText`.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFD').replace(ignored, '').toLowerCase();
  return letters.replace(special, (letter) => foldedLetters[letter] ?? letter);
}

/**
 * Whatever breaks a line, turns the direction of writing or shows nothing. The joiners of Indic
 * letters and of emoji, and what chooses between forms of a character, are left: other scripts need
 * them.
 */
const unseen =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/**
 * Whether a name of a thing, or a note, can stand in a sentence or a list without changing how the
 * rest of it reads. Its letters are free; names of people are held to more (`reserved-names`).
 */
export function isVisibleLine(text: string): boolean {
  return !unseen.test(text);
}

/** Whether two names of things, such as the codes of two entries, are the same but for case and composition. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other);
}

/** What equal names share; upper case first, so that 'Straße' and 'STRASSE' are one. */
export function foldName(name: string): string {
  const upper = name.trim().normalize('NFC').toUpperCase();
  // Letter by letter, or a sigma at the end of a word would differ from one within.
  return Array.from(upper, (letter) => letter.toLowerCase()).join('');
}

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

import { foldedLetters, ignoredInSearch } from '@keydesk/shared/fold';

/** SQL of a text as `fold` makes it; it may be indexed. */
export function foldedText(expression: string): string {
  const letters = Object.entries(foldedLetters);
  const single = letters.filter(([, folded]) => folded.length === 1);
  const ignored = ignoredInSearch.replaceAll("'", "''");
  const translated = `translate(
    lower(regexp_replace(normalize(${expression}, NFD), '[${ignored}]', '', 'g')),
    '${single.map(([letter]) => letter).join('')}', '${single.map(([, folded]) => folded).join('')}')`;
  return letters
    .filter(([, folded]) => folded.length > 1)
    .reduce((text, [letter, folded]) => `replace(${text}, '${letter}', '${folded}')`, translated);
}

/** A text of which `LIKE` finds each sign. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

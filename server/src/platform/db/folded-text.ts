import { foldedLetters, ignoredInSearch } from '@keydesk/shared/fold';

/**
 * SQL of a text as `fold` makes it; it may be indexed. Few texts have other letters than ASCII, and
 * only these are looked at closely, which takes ten times as long.
 */
export function foldedText(expression: string): string {
  const letters = Object.entries(foldedLetters);
  const single = letters.filter(([, folded]) => folded.length === 1);
  const ignored = ignoredInSearch.replaceAll("'", "''");
  const translated = `translate(
    lower(regexp_replace(normalize(${expression}, NFD), '[${ignored}]', '', 'g')),
    '${single.map(([letter]) => letter).join('')}', '${single.map(([, folded]) => folded).join('')}')`;
  const folded = letters
    .filter(([, several]) => several.length > 1)
    .reduce((text, [letter, several]) => `replace(${text}, '${letter}', '${several}')`, translated);
  return `CASE WHEN octet_length(${expression}) = char_length(${expression})
    THEN translate(lower(${expression}), '''\`', '') ELSE ${folded} END`;
}

/** A text of which `LIKE` finds each sign. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

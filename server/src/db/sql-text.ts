import { foldedLetters, ignoredInSearch } from '@keydesk/shared/core/text';
import { getTableColumns, type Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';

type ColumnOf<T extends Table> = keyof T['$inferSelect'] & string;

/** Columns of a table, all unless named, for a SELECT that returns them under their names in the code. */
export function selectList<T extends Table>(
  alias: string,
  table: T,
  names = Object.keys(getTableColumns(table)) as readonly ColumnOf<T>[],
): string {
  return names.map((name) => `${alias}.${columnName(name)} AS "${name}"`).join(', ');
}

/** The name in the database of a column, as the tables are declared with `snake_case`. */
export function columnName(name: string): string {
  return toSnakeCase(name);
}

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

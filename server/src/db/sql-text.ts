import { foldedLetters, ignoredInSearch } from '@keydesk/shared/core/text';
import { getTableColumns, type Table } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';

type ColumnOf<T extends Table> = keyof T['$inferSelect'] & string;

/** A SELECT list of a table's columns, default all, under their names in the code. */
export function selectList<T extends Table>(
  alias: string,
  table: T,
  names = Object.keys(getTableColumns(table)) as readonly ColumnOf<T>[],
): string {
  return names.map((name) => `${alias}.${columnName(name)} AS "${name}"`).join(', ');
}

/** The column's name in the database (`snake_case`). */
export function columnName(name: string): string {
  return toSnakeCase(name);
}

/**
 * SQL for `fold`; it may be indexed. Few texts have letters beyond ASCII, and only these take the
 * slow path, which is ten times slower.
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

/** Escapes a text for `LIKE`. */
export function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

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

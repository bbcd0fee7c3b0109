import { kindsWith } from '@keydesk/shared/core/kinds';

type Kinds = Readonly<Record<string, object>>;

/** SQL for whether a column's kind has these properties; null for null. */
export function isKind(column: string, table: Kinds, properties: object = {}): string {
  const names = kindsWith(table, properties).map(quoted);
  return names.length === 1 ? `${column} = ${names}` : `${column} IN (${names.join(', ')})`;
}

/** SQL for the opposite; true for null. */
export function isOtherKind(column: string, table: Kinds, properties: object): string {
  return kindsWith(table, properties)
    .map((name) => `${column} IS DISTINCT FROM ${quoted(name)}`)
    .join(' AND ');
}

export function quoted(name: string): string {
  return `'${name}'`;
}

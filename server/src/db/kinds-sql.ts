import { kindsWith } from '@keydesk/shared/core/kinds';

type Kinds = Readonly<Record<string, object>>;

/** Whether a column holds a kind of this table whose row has these properties; null of null. */
export function isKind(column: string, table: Kinds, facts: object = {}): string {
  const names = kindsWith(table, facts).map(quoted);
  return names.length === 1 ? `${column} = ${names}` : `${column} IN (${names.join(', ')})`;
}

/** Whether it does not; so of null, too. */
export function isOtherKind(column: string, table: Kinds, facts: object): string {
  return kindsWith(table, facts)
    .map((name) => `${column} IS DISTINCT FROM ${quoted(name)}`)
    .join(' AND ');
}

export function quoted(name: string): string {
  return `'${name}'`;
}

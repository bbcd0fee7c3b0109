/** A row per kind with its properties, which all other code asks: a new kind is a new row. */
type Kinds = Readonly<Record<string, object>>;

/** The names of the kinds whose row has these properties. */
export type KindsWith<Table, Wanted> = {
  [Name in keyof Table & string]: Table[Name] extends Wanted ? Name : never;
}[keyof Table & string];

/** In the order of the table. */
export function kindsOf<Table extends Kinds>(table: Table) {
  return kindsWith(table, {});
}

/** The kinds whose row has these properties, in the order of the table. */
export function kindsWith<Table extends Kinds, const Wanted extends object>(
  table: Table,
  properties: Wanted,
): [KindsWith<Table, Wanted>, ...KindsWith<Table, Wanted>[]] {
  const wanted = Object.entries(properties);
  const rows = Object.entries(table).map(([name, row]) => ({
    name,
    row: new Map(Object.entries(row)),
  }));
  return rows
    .filter(({ row }) => wanted.every(([property, value]) => row.get(property) === value))
    .map(({ name }) => name) as [KindsWith<Table, Wanted>, ...KindsWith<Table, Wanted>[]];
}

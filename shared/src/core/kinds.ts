/** A row per kind with its properties, which all other code asks: a new kind is a new row. */
type Kinds = Readonly<Record<string, object>>;

/** The names of the kinds whose row has these properties. */
export type KindsWith<Table, Facts> = {
  [Name in keyof Table & string]: Table[Name] extends Facts ? Name : never;
}[keyof Table & string];

/** In the order of the table. */
export function kindsOf<Table extends Kinds>(table: Table) {
  return kindsWith(table, {});
}

/** The kinds whose row has these properties, in the order of the table. */
export function kindsWith<Table extends Kinds, const Facts extends object>(
  table: Table,
  facts: Facts,
): [KindsWith<Table, Facts>, ...KindsWith<Table, Facts>[]] {
  const wanted = Object.entries(facts);
  const rows = Object.entries(table).map(([name, row]) => ({
    name,
    row: new Map(Object.entries(row)),
  }));
  return rows
    .filter(({ row }) => wanted.every(([property, value]) => row.get(property) === value))
    .map(({ name }) => name) as [KindsWith<Table, Facts>, ...KindsWith<Table, Facts>[]];
}

/**
 * A row that has the form of an answer already: the SELECT names its fields as clients read them,
 * and `toAnswer` writes its moments as text. It holds nothing but what the answer shows.
 */
export type RowOf<T, Moments extends keyof T> = {
  [K in keyof T]: K extends Moments ? Date | Extract<T[K], null> : T[K];
};

/** The answer of a row. */
type AnswerOf<Row> = {
  [K in keyof Row]: Date extends Row[K] ? string | Exclude<Row[K], Date> : Row[K];
};

export function toAnswer<Row extends object>(row: Row): AnswerOf<Row> {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(fields) as AnswerOf<Row>;
}

/** SQL for a person, desk or other row by this alias as answers name it; null if a join found none. */
export function namedAs(alias: string, name = alias): string {
  return `CASE WHEN ${alias}.id IS NOT NULL
    THEN jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) END AS "${name}"`;
}

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

/**
 * SQL for the holder of a loan as records name them (`name-of-then`): as at the hand-out, with
 * today's name where that differs.
 */
export function holderOfLoan(loan: string, person: string): string {
  return `CASE WHEN ${person}.id IS NOT NULL
    THEN jsonb_build_object('id', ${person}.id, 'name', ${holderName(loan, person)}) END AS holder`;
}

export function holderName(loan: string, person: string): string {
  return nameThen(`${loan}.holder_name`, `${person}.name`);
}

/** 'Ravi Kumar, now Vikram Menon' */
export function nameThen(then: string, now: string): string {
  return `${then} || CASE WHEN ${then} = ${now} THEN '' ELSE ', now ' || ${now} END`;
}

/** SQL for a person's address; null of visitors, who have their number in its place. */
export function emailOf(person: string): string {
  return `CASE WHEN ${person}.role <> 'visitor' THEN ${person}.email END`;
}

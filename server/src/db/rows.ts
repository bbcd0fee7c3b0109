/**
 * A row in the form of an answer: the SELECT names its fields as clients read them, and `toAnswer`
 * writes its times as text. It contains nothing but what the answer shows.
 */
export type RowOf<T, Moments extends keyof T> = {
  [K in keyof T]: K extends Moments ? Date | Extract<T[K], null> : T[K];
};

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

/** SQL for a row by this alias as `{ id, name }`; null if a join found none. */
export function namedAs(alias: string, name = alias): string {
  return `CASE WHEN ${alias}.id IS NOT NULL
    THEN jsonb_build_object('id', ${alias}.id, 'name', ${alias}.name) END AS "${name}"`;
}

/** SQL for a loan's holder (`name-of-then`): the name at the hand-out, and today's if different. */
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

/** SQL for a person's address; null for visitors, whose number takes its place. */
export function emailOf(person: string): string {
  return `CASE WHEN ${person}.role <> 'visitor' THEN ${person}.email END`;
}

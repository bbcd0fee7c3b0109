import type { TestApp } from '../harness/test-app.ts';

/** The first row of a query's result. */
export async function queryRow<Facts extends object>(
  { db }: TestApp,
  statement: string,
  values: unknown[] = [],
): Promise<Facts> {
  const { rows } = await db.query<Facts>(statement, values);
  const [row] = rows;
  if (!row) throw new Error(`No rows: ${statement}`);
  return row;
}

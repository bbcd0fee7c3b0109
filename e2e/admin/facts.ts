import type { Campus } from '../campus/campus.ts';

/** What one question to the database answers, as a row. */
export async function factsOf<Facts extends object>(
  { db }: Campus,
  question: string,
  values: unknown[] = [],
): Promise<Facts> {
  const { rows } = await db.query<Facts>(question, values);
  const [row] = rows;
  if (!row) throw new Error(`Nothing answers: ${question}`);
  return row;
}

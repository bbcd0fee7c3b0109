import type { Database, Statement } from '../../server/src/db/client.ts';

type Client = { query(statement: string | Statement): Promise<unknown> };

const perform = async (
  client: Client,
  statements: readonly string[],
  number: number,
): Promise<void> => {
  await client.query('BEGIN');
  for (const [index, text] of statements.entries())
    await client.query({
      name: `statement-${index}`,
      text: text.replace(/(?<!:):n\b/g, '$1::bigint'),
      values: [number],
    });
  await client.query('COMMIT');
};

/** Transactions a second of so many connections, each of which performs its own numbers in turn. */
export const nodeRate = async (
  { pool }: Database,
  statements: readonly string[],
  { clients, each }: { clients: number; each: number },
): Promise<number> => {
  const all = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  const begun = performance.now();
  await Promise.all(
    all.map(async (client, index) => {
      for (let at = 0; at < each; at += 1) await perform(client, statements, index * each + at);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  for (const client of all) client.release();
  return (clients * each) / seconds;
};

import pg from 'pg';

const perform = async (
  client: pg.Client,
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
  connectionString: string,
  statements: readonly string[],
  { clients, each }: { clients: number; each: number },
): Promise<number> => {
  const all = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      return client;
    }),
  );
  const begun = performance.now();
  await Promise.all(
    all.map(async (client, index) => {
      for (let at = 0; at < each; at += 1) await perform(client, statements, index * each + at);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(all.map((client) => client.end()));
  return (clients * each) / seconds;
};

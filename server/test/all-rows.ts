import pg from 'pg';

/** Every row of every table as text, in an order of its own, as this connection sees them. */
export const allRows = async (client: pg.Client): Promise<Record<string, string[]>> => {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
      ORDER BY relname`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT t::text AS row FROM ${pg.escapeIdentifier(name)} t ORDER BY 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
};

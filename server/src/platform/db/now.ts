import type { Connection } from './client.ts';

/** The database's clock now, in the milliseconds that answers carry. */
export async function databaseNow(db: Connection): Promise<Date> {
  const { rows } = await db.query<{ now: Date }>({
    name: 'database-now',
    text: 'SELECT clock_timestamp() AS now',
  });
  const [row] = rows;
  if (!row) throw new Error('The database returned no time');
  return row.now;
}

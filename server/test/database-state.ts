import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../src/db/client.ts';

/** Tables that a refused call, or a scheduled job during a test, may change. */
const traces = new Set([
  'audit_events',
  'audit_chain',
  'job_runs',
  'notifications',
  'request_counts',
  'sessions',
  'sign_in_failures',
  'socket_io_attachments',
]);

/** A fingerprint of all tables but those that any call may change. */
export async function fingerprintOf(db: Database): Promise<() => Promise<string>> {
  const { rows: tables } = await db.orm.execute<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`);
  const all = sql.join(
    tables
      .filter(({ name }) => !traces.has(name))
      .map(
        ({ name }) =>
          sql`SELECT ${name}::text AS name, count(*) AS rows, max(xmin::text::bigint) AS newest
                FROM ${sql.identifier(name)}`,
      ),
    sql` UNION ALL `,
  );
  // A parallel plan returns the tables in any order.
  const sorted = sql`${all} ORDER BY name`;
  return async () => JSON.stringify((await db.orm.execute(sorted)).rows);
}

/** Every row of every table as text, sorted, as this connection sees them. */
export async function allRows(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
      ORDER BY relname`,
  );
  const rowsByTable: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT t::text AS row FROM ${pg.escapeIdentifier(name)} t ORDER BY 1`,
    );
    rowsByTable[name] = rows.map(({ row }) => row);
  }
  return rowsByTable;
}

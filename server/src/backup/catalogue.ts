import pg from 'pg';
import type { BackupSequence, BackupTable } from './backup-format.ts';
import { inReferenceOrder } from './reference-order.ts';

/** Unlogged tables count what is over in a minute, and are empty after a crash anyway. */
const tablesSql = `
  SELECT c.relname AS name,
         (SELECT array_agg(a.attname::text ORDER BY a.attnum)
            FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
             AND a.attgenerated = '') AS columns,
         ARRAY(SELECT f.relname::text
                 FROM pg_constraint r JOIN pg_class f ON f.oid = r.confrelid
                WHERE r.conrelid = c.oid AND r.contype = 'f' AND f.oid <> c.oid) AS needs
    FROM pg_class c
   WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
     AND NOT EXISTS (SELECT FROM pg_depend d
                      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
   ORDER BY c.relname`;

/** The application's tables, each after those that it refers to. */
export const listTables = async (client: pg.Client): Promise<BackupTable[]> => {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(tablesSql);
  return inReferenceOrder(rows).map(({ name, columns }) => ({ name, columns }));
};

/** A table's name as SQL. */
export const tableSql = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

/** The state of every sequence; it never lags behind the rows of a snapshot taken before. */
export const listSequences = async (client: pg.Client): Promise<BackupSequence[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const sequences: BackupSequence[] = [];
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${tableSql(name)}`,
    );
    for (const state of states) sequences.push({ name, ...state });
  }
  return sequences;
};

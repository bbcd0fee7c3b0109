import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { readFirstMigration } from '../db/schema-version.ts';
import { BackupError } from './backup-error.ts';
import { tableSql } from './catalogue.ts';

/** What extensions brought along is not the application's. */
const own = (catalogue: 'pg_class' | 'pg_proc', row: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend d
                WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${row}.oid
                  AND d.deptype = 'e')`;

const kinds = { r: 'TABLE', p: 'TABLE', v: 'VIEW', m: 'MATERIALIZED VIEW', f: 'FOREIGN TABLE' };

type Relation = { name: string; kind: keyof typeof kinds };

const listRelations = async (client: pg.Client): Promise<Relation[]> => {
  const { rows } = await client.query<Relation>(
    `SELECT c.relname AS name, c.relkind AS kind FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND ${own('pg_class', 'c')}`,
  );
  return rows;
};

const drop = async (client: pg.Client, relations: readonly Relation[]): Promise<void> => {
  for (const { name, kind } of relations)
    await client.query(`DROP ${kinds[kind]} IF EXISTS ${tableSql(name)} CASCADE`);
  const { rows: functions } = await client.query<{ signature: string }>(
    `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND ${own('pg_proc', 'p')}`,
  );
  for (const { signature } of functions) await client.query(`DROP ROUTINE ${signature} CASCADE`);
  await client.query('DROP SCHEMA drizzle CASCADE');
};

/** Refuses a database that holds something, unless that is Keydesk's and may be given up. */
export const makeEmpty = async (
  client: pg.Client,
  { replace, known }: { replace: boolean; known: readonly MigrationMeta[] },
): Promise<void> => {
  const relations = await listRelations(client);
  const first = await readFirstMigration(client);
  if (relations.length === 0 && first === null) return;
  if (first !== known[0]?.hash)
    throw new BackupError(
      'This database holds tables that are not Keydesk’s. Restore into one of its own. Nothing was changed.',
    );
  if (!replace)
    throw new BackupError(
      'This database already holds Keydesk data. Add --replace to give them up. Nothing was changed.',
    );
  await drop(client, relations);
};

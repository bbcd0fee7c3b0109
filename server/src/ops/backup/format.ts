import pg from 'pg';
import { z } from 'zod';

/**
 * A backup is one gzip stream of lines:
 *
 *   header                     JSON: format, schema, tables in an order that their references allow
 *   {"table":"users"}          one section for each table of the header, in its order:
 *   …rows…                     PostgreSQL's COPY text, a line a row
 *   \.                         never a row, because COPY escapes backslashes
 *   {"rows":{…},"sha256":"…"}  trailer: rows of each table, digest of every byte before this line
 */
export const formatName = 'keydesk-backup';
export const formatVersion = 1;

export const endOfRows = '\\.\n';

const name = z.string().min(1).max(63);

const schemaVersion = z.object({
  migrations: z.number().int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

export const headerSchema = z.object({
  format: z.literal(formatName),
  version: z.number().int(),
  created: z.iso.datetime(),
  schema: schemaVersion,
  tables: z.array(z.object({ name, columns: z.array(name).min(1) })).min(1),
  sequences: z.array(z.object({ name, value: z.string().regex(/^\d+$/), called: z.boolean() })),
});

export const sectionSchema = z.object({ table: name });

export const trailerSchema = z.object({
  rows: z.record(name, z.number().int().nonnegative()),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type BackupHeader = z.infer<typeof headerSchema>;
export type BackupTable = BackupHeader['tables'][number];
type BackupSequence = BackupHeader['sequences'][number];

/** In COPY text a line feed ends each row; within a value it is escaped. */
export function countRows(text: Buffer): number {
  let rows = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) rows += 1;
  return rows;
}

/** The message is one line for the operator. */
export class BackupError extends Error {}

/** Without unlogged tables: their rows matter for minutes only, and are lost in a crash anyway. */
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

/** Each table after those that it refers to. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(tablesSql);
  return sortByReferences(rows).map(({ name, columns }) => ({ name, columns }));
}

function sortByReferences<T extends { name: string; needs: readonly string[] }>(
  tables: readonly T[],
): T[] {
  const ordered: T[] = [];
  const placed = new Set<string>();
  let waiting = [...tables];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ needs }) => needs.every((name) => placed.has(name)));
    if (ready.length === 0) throw new BackupError('The tables refer to each other in a circle.');
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    waiting = waiting.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

export function tableSql(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`;
}

/** Never behind the rows of a snapshot taken before. */
export async function listSequences(client: pg.Client): Promise<BackupSequence[]> {
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
}

export function copyColumns({ name, columns }: BackupTable): string {
  return `${tableSql(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

/** Fixes the session settings that affect how values are written as text, on every server alike. */
export async function fixTextFormat(client: pg.Client): Promise<void> {
  await client.query(
    `SET LOCAL client_encoding = 'UTF8'; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO';
     SET LOCAL IntervalStyle = 'iso_8601'; SET LOCAL bytea_output = 'hex';
     SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '10s'`,
  );
}

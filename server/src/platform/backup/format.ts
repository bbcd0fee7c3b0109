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
export type BackupSequence = BackupHeader['sequences'][number];

/** Rows of COPY text: a line feed ends each one, and within a value it is escaped. */
export function countRows(text: Buffer): number {
  let rows = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) rows += 1;
  return rows;
}

/** A backup or restore was refused or failed; the message is one line for the operator. */
export class BackupError extends Error {}

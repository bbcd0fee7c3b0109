import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { BackupError } from './backup-error.ts';
import {
  type BackupHeader,
  type BackupTable,
  type BackupTrailer,
  countRows,
  formatName,
  formatVersion,
  headerSchema,
  sectionSchema,
  trailerSchema,
} from './backup-format.ts';
import { LineReader } from './line-reader.ts';

const parseLine = <S extends z.ZodType>(schema: S, line: Buffer): z.output<S> | undefined => {
  try {
    return schema.safeParse(JSON.parse(line.toString('utf8'))).data;
  } catch {
    return undefined;
  }
};

const damaged = (what: string): BackupError =>
  new BackupError(`The backup is damaged: ${what}. Nothing was changed.`);

const notABackup = (): BackupError =>
  new BackupError('This file is not a Keydesk backup. Nothing was changed.');

/** What a reader does with a backup as it passes; the rows of a table have to be read to the end. */
export type BackupReader = {
  header(header: BackupHeader): Promise<void>;
  table(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void>;
};

const readHeader = async (lines: LineReader): Promise<BackupHeader> => {
  const line = await lines.line().catch((error: NodeJS.ErrnoException) => {
    throw error instanceof BackupError || error.code === 'Z_DATA_ERROR' ? notABackup() : error;
  });
  const header = parseLine(headerSchema, line);
  if (header?.format !== formatName) throw notABackup();
  if (header.version !== formatVersion)
    throw new BackupError(
      `The backup has format ${header.version}; this Keydesk reads format ${formatVersion}.`,
    );
  return header;
};

const readTable = async (
  lines: LineReader,
  table: BackupTable,
  reader: BackupReader,
): Promise<number> => {
  const section = parseLine(sectionSchema, await lines.line());
  if (section?.table !== table.name) throw damaged(`table ${table.name} is missing`);
  let counted = 0;
  const rows = async function* () {
    for await (const block of lines.rows()) {
      counted += countRows(block);
      yield block;
    }
  };
  await reader.table(table, rows());
  return counted;
};

const requireWhole = (
  trailer: BackupTrailer | undefined,
  digest: string,
  counts: ReadonlyMap<string, number>,
): void => {
  if (!trailer) throw damaged('its end is missing');
  if (trailer.sha256 !== digest) throw damaged('its checksum does not match');
  for (const [table, rows] of counts)
    if (trailer.rows[table] !== rows) throw damaged(`table ${table} has ${rows} rows`);
};

const readLines = async (lines: LineReader, reader: BackupReader): Promise<BackupHeader> => {
  const header = await readHeader(lines);
  await reader.header(header);
  const counts = new Map<string, number>();
  for (const table of header.tables) counts.set(table.name, await readTable(lines, table, reader));
  const digest = lines.digest();
  requireWhole(parseLine(trailerSchema, await lines.line()), digest, counts);
  await lines.requireEnd();
  return header;
};

/**
 * Reads a backup from its first byte to its last.
 * @throws BackupError when it is none, or not whole: by then the reader has seen some of it.
 */
export const readBackup = async (path: string, reader: BackupReader): Promise<BackupHeader> => {
  const { size } = await stat(path);
  if (size === 0) throw notABackup();
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  const lines = new LineReader(file.pipe(gunzip), createHash('sha256'));
  try {
    const header = await readLines(lines, reader);
    // Decompression stops without a word at bytes that follow the compressed ones.
    if (gunzip.bytesWritten !== size) throw damaged('something follows its end');
    return header;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw damaged('it is cut short');
    if (code?.startsWith('Z_')) throw damaged('it cannot be decompressed');
    throw error;
  } finally {
    file.destroy();
    gunzip.destroy();
  }
};

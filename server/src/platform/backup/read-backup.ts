import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import {
  BackupError,
  type BackupHeader,
  type BackupTable,
  endOfRows,
  formatName,
  formatVersion,
  headerSchema,
  sectionSchema,
  trailerSchema,
} from './format.ts';

/** What a reader does with the parts of a backup. It has to consume all rows of each table. */
type BackupReader = {
  header(header: BackupHeader): Promise<void>;
  table(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void>;
};

/**
 * Reads a whole backup and verifies it on the way.
 * @throws BackupError if it is not a backup, or damaged: the reader may have got parts of it by then.
 */
export async function readBackup(path: string, reader: BackupReader): Promise<BackupHeader> {
  const { size } = await stat(path);
  if (size === 0) throw notABackupError();
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  const lines = new LineReader(file.pipe(gunzip), createHash('sha256'));
  try {
    const header = await readLines(lines, reader);
    // Decompression silently ignores bytes after the compressed data.
    if (gunzip.bytesWritten !== size) throw damagedError('something follows its end');
    return header;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw damagedError('it is cut short');
    if (code?.startsWith('Z_')) throw damagedError('it cannot be decompressed');
    throw error;
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

function notABackupError(): BackupError {
  return new BackupError('This file is not a Keydesk backup. Nothing was changed.');
}

async function readLines(lines: LineReader, reader: BackupReader): Promise<BackupHeader> {
  const header = await readHeader(lines);
  await reader.header(header);
  for (const table of header.tables) {
    const section = parseLine(sectionSchema, await lines.line());
    if (section?.table !== table.name) throw damagedError(`table ${table.name} is missing`);
    await reader.table(table, lines.rows());
  }
  const digest = lines.digest();
  const trailer = parseLine(trailerSchema, await lines.line());
  if (!trailer) throw damagedError('its end is missing');
  if (trailer.sha256 !== digest) throw damagedError('its checksum does not match');
  await lines.requireEnd();
  return header;
}

async function readHeader(lines: LineReader): Promise<BackupHeader> {
  const line = await lines.line().catch((error: NodeJS.ErrnoException) => {
    throw error instanceof BackupError || error.code === 'Z_DATA_ERROR' ? notABackupError() : error;
  });
  const header = parseLine(headerSchema, line);
  if (header?.format !== formatName) throw notABackupError();
  if (header.version !== formatVersion)
    throw new BackupError(
      `The backup has format ${header.version}; this Keydesk reads format ${formatVersion}.`,
    );
  return header;
}

function parseLine<S extends z.ZodType>(schema: S, line: Buffer): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(line.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function damagedError(what: string): BackupError {
  return new BackupError(`The backup is damaged: ${what}. Nothing was changed.`);
}

const lineFeed = 10;
const longestLine = 1_000_000;
const endMarkerAfterRow = Buffer.from(`\n${endOfRows}`);
const endMarker = Buffer.from(endOfRows);

/** Reads single lines and blocks of rows from a stream, and hashes what was read. */
class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash: Hash;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>, hash: Hash) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#hash = hash;
  }

  /** The next line, without its end. */
  async line(): Promise<Buffer> {
    let end = this.#held.indexOf(lineFeed);
    while (end < 0) {
      if (this.#held.length > longestLine || !(await this.#more())) throw truncatedError();
      end = this.#held.indexOf(lineFeed);
    }
    return this.#take(end + 1).subarray(0, end);
  }

  /** Whole rows, many at a time, up to the line that ends them, which is consumed too. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#endOfRows();
      if (end >= 0) {
        if (end > 0) yield this.#take(end);
        this.#take(endMarker.length);
        return;
      }
      const whole = this.#held.lastIndexOf(lineFeed) + 1;
      if (whole > 0) yield this.#take(whole);
      if (!(await this.#more())) throw truncatedError();
    }
  }

  /** The digest of everything read so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async requireEnd(): Promise<void> {
    if (this.#held.length > 0 || (await this.#more()))
      throw new BackupError('The backup is damaged: something follows its end.');
  }

  #endOfRows(): number {
    if (this.#held.subarray(0, endMarker.length).equals(endMarker)) return 0;
    const at = this.#held.indexOf(endMarkerAfterRow);
    return at < 0 ? -1 : at + 1;
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, value]) : value;
    return true;
  }
}

function truncatedError(): BackupError {
  return new BackupError('The backup is damaged: it is cut short. Nothing was changed.');
}

import { readFile } from 'node:fs/promises';

/** Why this file's letters cannot be printed, in one line that begins with its path; undefined if they can. */
export async function fontFileError(path: string): Promise<string | undefined> {
  try {
    const error = formatError(await readFile(path));
    return error && `${path} ${error}`;
  } catch (error) {
    return `${path} ${describeFileError(error as NodeJS.ErrnoException)}`;
  }
}

/** How a file of TrueType or of PostScript outlines begins. */
const signatures = new Set(['\0\x01\0\0', 'true', 'OTTO']);

const headerLength = 12;
const entryLength = 16;

/** Reads the list of tables at the start of the file, which says where in it each of them is. */
function formatError(bytes: Buffer): string | undefined {
  const signature = bytes.toString('latin1', 0, 4);
  if (signature === 'ttcf')
    return 'is a collection of fonts. Name files that hold one font each (.ttf, .otf).';
  if (!signatures.has(signature) || bytes.length < headerLength)
    return 'is not a TrueType or OpenType font (.ttf, .otf).';
  const tables = new Set<string>();
  const count = bytes.readUInt16BE(4);
  if (bytes.length < headerLength + count * entryLength) return truncated;
  for (let index = 0; index < count; index += 1) {
    const entry = headerLength + index * entryLength;
    if (bytes.readUInt32BE(entry + 8) + bytes.readUInt32BE(entry + 12) > bytes.length)
      return truncated;
    tables.add(bytes.toString('latin1', entry, entry + 4));
  }
  if (!tables.has('glyf') && !tables.has('CFF '))
    return 'is a font without outlines, which cannot be printed.';
  const missing = requiredTables.filter((name) => !tables.has(name));
  return missing.length > 0 ? `is an incomplete font, without ${missing.join(', ')}.` : undefined;
}

const truncated = 'is a font that was cut short.';
const requiredTables = ['cmap', 'head', 'hhea', 'hmtx', 'maxp'];

/** Why a file could not be read, as the end of a sentence that begins with its path. */
export function describeFileError({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'ENOENT':
      return 'does not exist.';
    case 'EACCES':
      return 'may not be read by this account.';
    case 'EISDIR':
      return 'is a directory, not a file.';
    default:
      return `cannot be read: ${message}`;
  }
}

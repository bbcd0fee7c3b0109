import { readFile } from 'node:fs/promises';

/** The problem of a font file, as a line that begins with its path, or undefined. */
export async function fontFileError(path: string): Promise<string | undefined> {
  try {
    const error = formatError(await readFile(path));
    return error && `${path} ${error}`;
  } catch (error) {
    return `${path} ${describeFileError(error as NodeJS.ErrnoException)}`;
  }
}

/** First bytes of files with TrueType or PostScript outlines. */
const signatures = new Set(['\0\x01\0\0', 'true', 'OTTO']);

const headerLength = 12;
const entryLength = 16;

/** Checks the table directory at the start of the file. */
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

/** The end of a sentence that begins with the path. */
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

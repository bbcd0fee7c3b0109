import { type FilePart, splitRows } from './split-rows.ts';

/** Far more than any campus has keys or people; all of it is read into memory. */
const maxBytes = 20_000_000;

/** A chosen file, read, in the parts in which it is sent. */
export type TextFile = { name: string; parts: FilePart[] };

const decode = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // What spreadsheets on Windows write unless told to write UTF-8.
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/**
 * Reads a chosen file as text.
 * @throws Error, with a message to show, when the file is too large or cannot be read.
 */
export const readTextFile = async (file: File): Promise<TextFile> => {
  if (file.size > maxBytes)
    throw new Error('The file is larger than 20 MB. Please split it into several.');
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file could not be read. Please choose it again.');
  });
  return { name: file.name, parts: splitRows(decode(bytes)) };
};

import { refusal } from '@keydesk/shared/errors';
import type { Database } from '../../db/client.ts';
import { bytesOfOtherParts, forgetOldParts, storePart, takeParts } from './uploads.repository.ts';

export type UploadSlice = { uploadId: string; part: number; parts: number; text: string };

/** Ten thousand rows of five hundred bytes. */
const maxBytes = 5_000_000;

/**
 * Keeps one slice of a file, as long as the slices that have come are not too much together. They
 * wait in the database, because each may reach another process.
 */
export async function keepSlice(
  db: Database,
  userId: string,
  { uploadId, part, parts, text }: UploadSlice,
): Promise<void> {
  if (part >= parts) throw refusal('BAD_INPUT', `There is no part ${part} of ${parts}`);
  if (part === 0) await forgetOldParts(db);
  const before = await bytesOfOtherParts(db, { uploadId, userId, part });
  if (before + Buffer.byteLength(text) > maxBytes) {
    await takeParts(db, uploadId, userId);
    throw refusal('BAD_INPUT', 'The file is larger than 5 MB. Please split it.');
  }
  await storePart(db, { uploadId, part, userId, text });
}

/** Takes the whole text of an upload whose last slice has come. */
export async function takeUpload(
  db: Database,
  userId: string,
  { uploadId, parts }: UploadSlice,
): Promise<string> {
  const held = await takeParts(db, uploadId, userId);
  const complete = held.length === parts && held.every((each, at) => each.part === at);
  if (!complete) throw refusal('BAD_INPUT', 'Part of the file is missing. Please try again.');
  return held.map((each) => each.text).join('');
}

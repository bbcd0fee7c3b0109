import { refusal } from '@keydesk/shared/errors';
import type { Database } from '../../db/client.ts';
import { forgetOldParts, storePart, takeParts } from './uploads.repository.ts';

export type UploadSlice = { uploadId: string; part: number; parts: number; text: string };

/**
 * Receives one slice of a file. The last one answers with the whole text, all others with null.
 * Slices wait in the database, because each may reach another process.
 */
export const receiveSlice = async (
  db: Database,
  userId: string,
  { uploadId, part, parts, text }: UploadSlice,
): Promise<string | null> => {
  if (part >= parts) throw refusal('BAD_INPUT', `There is no part ${part} of ${parts}`);
  if (part === 0) await forgetOldParts(db);
  await storePart(db, { uploadId, part, userId, text });
  if (part < parts - 1) return null;
  const held = await takeParts(db, uploadId, userId);
  const complete = held.length === parts && held.every((each, at) => each.part === at);
  if (!complete) throw refusal('BAD_INPUT', 'Part of the file is missing. Please try again.');
  return held.map((each) => each.text).join('');
};

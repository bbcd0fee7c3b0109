import { appError } from '@keydesk/shared/errors';
import type { Connection, Database } from '../../platform/db/client.ts';

export type UploadSlice = { uploadId: string; part: number; parts: number; text: string };

/** Enough for ten thousand rows of five hundred bytes. */
const maxBytes = 5_000_000;

/**
 * Stores one slice of a file, unless all slices so far are too large together. They are kept in the
 * database, because each may reach another process.
 */
export async function storeSlice(
  db: Database,
  userId: string,
  { uploadId, part, parts, text }: UploadSlice,
): Promise<void> {
  if (part >= parts) throw appError('BAD_INPUT', `There is no part ${part} of ${parts}`);
  if (part === 0) await deleteStaleParts(db);
  const before = await bytesOfOtherParts(db, { uploadId, userId, part });
  if (before + Buffer.byteLength(text) > maxBytes) {
    await takeParts(db, uploadId, userId);
    throw appError('BAD_INPUT', 'The file is larger than 5 MB. Please split it.');
  }
  await storePart(db, { uploadId, part, userId, text });
}

/** Deletes uploads that were never finished. */
async function deleteStaleParts(db: Connection): Promise<void> {
  await db.query("DELETE FROM import_parts WHERE created_at < now() - interval '1 hour'");
}

/** The size of the other parts of an upload that have been stored. */
async function bytesOfOtherParts(
  db: Connection,
  { uploadId, userId, part }: Omit<UploadPart, 'text'>,
): Promise<number> {
  const { rows } = await db.query<{ bytes: number }>(
    `SELECT coalesce(sum(octet_length(text)), 0)::int AS bytes FROM import_parts
      WHERE upload_id = $1 AND user_id = $2 AND part <> $3`,
    [uploadId, userId, part],
  );
  return rows[0]?.bytes ?? 0;
}

/** Removes a person's slices of an upload from the table and returns them in order. */
async function takeParts(
  db: Connection,
  uploadId: string,
  userId: string,
): Promise<{ part: number; text: string }[]> {
  const { rows } = await db.query<{ part: number; text: string }>(
    'DELETE FROM import_parts WHERE upload_id = $1 AND user_id = $2 RETURNING part, text',
    [uploadId, userId],
  );
  return rows.sort((a, b) => a.part - b.part);
}

/** Stores a slice; sending it again replaces it. */
async function storePart(db: Connection, part: UploadPart): Promise<void> {
  await db.query(
    `INSERT INTO import_parts (upload_id, part, user_id, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT (upload_id, part) DO UPDATE SET text = excluded.text
       WHERE import_parts.user_id = excluded.user_id`,
    [part.uploadId, part.part, part.userId, part.text],
  );
}

/** Joins the slices of an upload after the last one has been stored, and removes them. */
export async function assembleUpload(
  db: Database,
  userId: string,
  { uploadId, parts }: UploadSlice,
): Promise<string> {
  const slices = await takeParts(db, uploadId, userId);
  const isComplete = slices.length === parts && slices.every(({ part }, index) => part === index);
  if (!isComplete) throw appError('BAD_INPUT', 'Part of the file is missing. Please try again.');
  return slices.map(({ text }) => text).join('');
}

/** One slice of an uploaded file. */
type UploadPart = { uploadId: string; part: number; userId: string; text: string };

import { appError } from '@keydesk/shared/errors';
import type { Connection, Database } from '../../platform/db/client.ts';

export type UploadSlice = { uploadId: string; part: number; parts: number; text: string };

/** Ten thousand rows of five hundred bytes. */
const maxBytes = 5_000_000;

/**
 * Keeps one slice of a file, as long as the slices that have come are not too much together. They
 * wait in the database, because each may reach another process.
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

/** Forgets uploads that were never finished. */
async function deleteStaleParts(db: Connection): Promise<void> {
  await db.query("DELETE FROM import_parts WHERE created_at < now() - interval '1 hour'");
}

/** How much of an upload has come besides this part. */
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

/** Takes a person's slices of an upload out of the table, in order. */
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

/** Keeps a slice; one sent again replaces itself. */
async function storePart(db: Connection, part: UploadPart): Promise<void> {
  await db.query(
    `INSERT INTO import_parts (upload_id, part, user_id, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT (upload_id, part) DO UPDATE SET text = excluded.text
       WHERE import_parts.user_id = excluded.user_id`,
    [part.uploadId, part.part, part.userId, part.text],
  );
}

/** Takes the whole text of an upload whose last slice has come. */
export async function assembleUpload(
  db: Database,
  userId: string,
  { uploadId, parts }: UploadSlice,
): Promise<string> {
  const held = await takeParts(db, uploadId, userId);
  const complete = held.length === parts && held.every((each, at) => each.part === at);
  if (!complete) throw appError('BAD_INPUT', 'Part of the file is missing. Please try again.');
  return held.map((each) => each.text).join('');
}

/** One slice of an uploaded file. */
type UploadPart = { uploadId: string; part: number; userId: string; text: string };

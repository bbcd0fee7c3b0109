import { appError } from '@keydesk/shared/errors';
import {
  type Connection,
  type Database,
  type Transaction,
  transact,
} from '../../platform/db/client.ts';

export type UploadSlice = { uploadId: string; part: number; parts: number; text: string };

/** Enough for ten thousand rows of five hundred bytes. */
const maxBytes = 5_000_000;

/** What the slices of one person's unfinished files take together: as much as three whole files. */
const maxOwn = { bytes: 3 * maxBytes, slices: 600 };

const uploadLocks = 7_233_019;

/**
 * Stores one slice of a file, unless all its slices so far are too large together. Where a person has
 * left too much unfinished (`bounded-work`), the file takes the place of their others. Slices are kept
 * in the database, because each may reach another process.
 */
export async function storeSlice(
  db: Database,
  userId: string,
  { uploadId, part, parts, text }: UploadSlice,
): Promise<void> {
  if (part >= parts) throw appError('BAD_INPUT', `There is no part ${part} of ${parts}`);
  if (part === 0) await deleteStaleParts(db);
  const isTooLarge = await transact(db, async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [uploadLocks, userId]);
    const before = await sizeOfOthers(tx, { uploadId, userId, part });
    const bytes = Buffer.byteLength(text);
    if (before.ofUpload + bytes > maxBytes) {
      await takeParts(tx, uploadId, userId);
      return true;
    }
    if (before.bytes + bytes > maxOwn.bytes || before.slices >= maxOwn.slices)
      await deleteOtherParts(tx, uploadId, userId);
    await storePart(tx, { uploadId, part, userId, text });
    return false;
  });
  if (isTooLarge) throw appError('BAD_INPUT', 'The file is larger than 5 MB. Please split it.');
}

/** Deletes uploads that were never finished. */
async function deleteStaleParts(db: Connection): Promise<void> {
  await db.query("DELETE FROM import_parts WHERE created_at < now() - interval '1 hour'");
}

async function deleteOtherParts(db: Connection, uploadId: string, userId: string): Promise<void> {
  await db.query('DELETE FROM import_parts WHERE user_id = $1 AND upload_id <> $2', [
    userId,
    uploadId,
  ]);
}

/** How much a person has stored besides this slice: of its file, and of all files. */
async function sizeOfOthers(
  tx: Transaction,
  { uploadId, userId, part }: Omit<UploadPart, 'text'>,
): Promise<{ ofUpload: number; bytes: number; slices: number }> {
  const { rows } = await tx.query<{ ofUpload: number; bytes: number; slices: number }>(
    `SELECT coalesce(sum(octet_length(text)) FILTER (WHERE upload_id = $1), 0)::int AS "ofUpload",
            coalesce(sum(octet_length(text)), 0)::int AS bytes, count(*)::int AS slices
       FROM import_parts
      WHERE user_id = $2 AND (upload_id, part) <> ($1, $3)`,
    [uploadId, userId, part],
  );
  return rows[0] ?? { ofUpload: 0, bytes: 0, slices: 0 };
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

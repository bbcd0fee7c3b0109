import type { Connection } from '../../db/client.ts';

/** One slice of an uploaded file. */
export type UploadPart = { uploadId: string; part: number; userId: string; text: string };

/** Keeps a slice; one sent again replaces itself. */
export const storePart = async (db: Connection, part: UploadPart): Promise<void> => {
  await db.query(
    `INSERT INTO import_parts (upload_id, part, user_id, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT (upload_id, part) DO UPDATE SET text = excluded.text
       WHERE import_parts.user_id = excluded.user_id`,
    [part.uploadId, part.part, part.userId, part.text],
  );
};

/** How much of an upload has come besides this part. */
export async function bytesOfOtherParts(
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
export const takeParts = async (
  db: Connection,
  uploadId: string,
  userId: string,
): Promise<{ part: number; text: string }[]> => {
  const { rows } = await db.query<{ part: number; text: string }>(
    'DELETE FROM import_parts WHERE upload_id = $1 AND user_id = $2 RETURNING part, text',
    [uploadId, userId],
  );
  return rows.sort((a, b) => a.part - b.part);
};

/** Forgets uploads that were never finished. */
export const forgetOldParts = async (db: Connection): Promise<void> => {
  await db.query("DELETE FROM import_parts WHERE created_at < now() - interval '1 hour'");
};

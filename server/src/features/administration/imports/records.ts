import type { Connection, Transaction } from '../../../db/client.ts';

/** A person who is no longer in the college's records. */
export type Leaver = { id: string; name: string; email: string };

/** The file is probably incomplete if more than one in this many people is missing. */
const mostMissing = 20;

/**
 * Newly missing people compared with earlier records.
 * @throws Error if more than 5 % are missing
 */
async function findLeavers(db: Connection, emails: readonly string[]): Promise<Leaver[]> {
  const { rows } = await db.query<Leaver & { named: boolean }>(
    `SELECT u.id, u.name, u.email,
            lower(u.email) IN (SELECT lower(e) FROM unnest($1::text[]) AS e) AS named
       FROM users u WHERE u.in_records AND u.deleted_at IS NULL AND u.left_records_at IS NULL
      ORDER BY u.name, u.id`,
    [emails],
  );
  const leavers = rows.filter(({ named }) => !named);
  if (leavers.length * mostMissing > rows.length)
    throw new Error(
      `${leavers.length} of ${rows.length} people are missing in the file, which is more than 5 %. Nothing was changed.`,
    );
  return leavers;
}

/** Stores who is in these records and who is missing; deletes no one. */
export async function followRecords(tx: Transaction, emails: readonly string[]): Promise<Leaver[]> {
  const leavers = await findLeavers(tx, emails);
  await tx.query(
    `UPDATE users SET in_records = true, left_records_at = NULL
      WHERE deleted_at IS NULL AND (NOT in_records OR left_records_at IS NOT NULL)
        AND lower(email) IN (SELECT lower(e) FROM unnest($1::text[]) AS e)`,
    [emails],
  );
  await tx.query('UPDATE users SET left_records_at = now() WHERE id = ANY ($1)', [
    leavers.map(({ id }) => id),
  ]);
  return leavers;
}

import type { Leaver } from '@keydesk/shared/administration/imports';
import { appError } from '@keydesk/shared/core/errors';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../../core/audit/record.ts';
import type { Connection, Transaction } from '../../../db/client.ts';

/** The file is probably incomplete if more than one in this many people is missing. */
const mostMissing = 20;

/**
 * People whom earlier files named and this one does not, except those that are known to be missing.
 * @throws TOO_MANY_MISSING if they are more than 5 %
 */
export async function findLeavers(db: Connection, emails: readonly string[]): Promise<Leaver[]> {
  const { rows } = await db.query<Leaver & { named: boolean }>(
    `SELECT u.id, u.name, u.email,
            lower(u.email) IN (SELECT lower(e) FROM unnest($1::text[]) AS e) AS named
       FROM users u WHERE u.in_records AND u.deleted_at IS NULL AND u.left_records_at IS NULL
      ORDER BY u.name, u.id`,
    [emails],
  );
  const leavers = rows.flatMap(({ named, ...person }) => (named ? [] : [person]));
  if (leavers.length * mostMissing > rows.length)
    throw appError('TOO_MANY_MISSING', { missing: leavers.length, people: rows.length });
  return leavers;
}

type Followed = {
  emails: readonly string[];
  left: readonly Leaver[];
  /** Whether the file names everybody, or is the first one. */
  everybody: boolean;
};

/** Whether no file has named anybody yet. */
export async function hasNoRecords(db: Connection): Promise<boolean> {
  const { rowCount } = await db.query('SELECT FROM users WHERE in_records LIMIT 1');
  return rowCount === 0;
}

/**
 * Stores who is in these records and which of the missing left; deletes no one. `admin` is null for
 * the command line.
 */
export async function followRecords(
  tx: Transaction,
  admin: User | null,
  { emails, left, everybody }: Followed,
): Promise<void> {
  const isNamed = `deleted_at IS NULL
    AND lower(email) IN (SELECT lower(e) FROM unnest($1::text[]) AS e)`;
  if (everybody)
    await tx.query(`UPDATE users SET in_records = true WHERE NOT in_records AND ${isNamed}`, [
      emails,
    ]);
  const { rows: returned } = await tx.query<{ id: string }>(
    `UPDATE users SET left_records_at = NULL
      WHERE left_records_at IS NOT NULL AND ${isNamed} RETURNING id`,
    [emails],
  );
  await tx.query('UPDATE users SET left_records_at = now() WHERE id = ANY ($1)', [
    left.map(({ id }) => id),
  ]);
  const common = { ...(admin && { actorId: admin.id }), method: 'import' };
  await recordAudit(
    tx,
    ...left.map(({ id }) => ({ ...common, action: 'mark-left' as const, subjectId: id })),
    ...returned.map(({ id }) => ({ ...common, action: 'unmark-left' as const, subjectId: id })),
  );
}

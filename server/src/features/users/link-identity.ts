import type { Connection, Transaction } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { importedIssuer, type UserRow } from './queries.ts';

/** Whom an operator allows to be linked by their address, and for how long. */
export type LinkGrant = { userIds: readonly string[]; minutes: number };

/**
 * Allows the next unknown identity with one of these people's verified addresses to become theirs:
 * once each, until the returned time.
 */
export async function allowLinking(
  tx: Transaction,
  { userIds, minutes }: LinkGrant,
): Promise<Date> {
  const { rows } = await tx.query<{ expires_at: Date }>(
    `INSERT INTO link_permissions (user_id, expires_at)
     SELECT id, now() + make_interval(mins => $2) FROM unnest($1::text[]) AS id
     ON CONFLICT (user_id) DO UPDATE SET expires_at = excluded.expires_at
     RETURNING expires_at`,
    [userIds, minutes],
  );
  await recordAudit(
    tx,
    ...userIds.map((subjectId) => ({
      action: 'allow-link' as const,
      subjectId,
      method: 'command',
      details: { minutes },
    })),
  );
  const [row] = rows;
  if (!row) throw new Error('No user was given to link');
  return row.expires_at;
}

/** Withdraws every unused permission; returns how many had not expired. */
export async function cancelLinking(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ user_id: string; valid: boolean }>(
    'DELETE FROM link_permissions RETURNING user_id, expires_at > now() AS valid',
  );
  const cancelled = rows.filter((row) => row.valid);
  await recordAudit(
    tx,
    ...cancelled.map(({ user_id }) => ({
      action: 'allow-link' as const,
      subjectId: user_id,
      method: 'command',
      details: { cancelled: true },
    })),
  );
  return cancelled.length;
}

/** Uses up the permission to link this person to a new identity; false when there is none. */
export async function consumeLinkPermission(
  tx: Transaction,
  person: Pick<UserRow, 'id' | 'issuer'>,
  issuer: string,
): Promise<boolean> {
  const { rows } = await tx.query<{ valid: boolean }>(
    `DELETE FROM link_permissions WHERE user_id = $1
     RETURNING expires_at > clock_timestamp() AS valid`,
    [person.id],
  );
  if (!rows[0]?.valid) return false;
  await recordAudit(tx, {
    action: 'link-identity',
    actorId: person.id,
    subjectId: person.id,
    details: { before: { issuer: person.issuer }, after: { issuer } },
  });
  return true;
}

/** How many people each provider has identified; removed people are not counted. */
export async function countUsersByIssuer(db: Connection): Promise<Map<string, number>> {
  const { rows } = await db.query<{ issuer: string; people: number }>(
    `SELECT issuer, count(*)::int AS people FROM users
      WHERE deleted_at IS NULL AND issuer <> $1 GROUP BY issuer ORDER BY people DESC, issuer`,
    [importedIssuer],
  );
  return new Map(rows.map(({ issuer, people }) => [issuer, people]));
}

/** The people whom this provider has identified, without removed ones. */
export async function listUserIdsByIssuer(db: Connection, issuer: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM users WHERE deleted_at IS NULL AND issuer = $1 ORDER BY id',
    [issuer],
  );
  return rows.map(({ id }) => id);
}

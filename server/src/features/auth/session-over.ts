import {
  type SessionOver,
  type SessionOverReason,
  sessionEnd,
} from '@keydesk/shared/auth/session-end';
import type { Connection } from '../../platform/db/client.ts';
import { hashSecret } from '../../platform/db/ids.ts';
import type { Credentials } from '../../platform/http/principal.ts';
import type { SecretKind, SessionPolicy } from './queries.ts';

/**
 * Why and since when the session, or the enrolment of a computer, with these credentials is over; null
 * if it is not, or unknown.
 */
export async function findSessionOver(
  db: Connection,
  policy: SessionPolicy,
  { cookie, bearer, computer }: Credentials,
): Promise<SessionOver | null> {
  const secret = cookie || bearer;
  if (!secret) return computer ? findComputerRemoval(db, hashSecret(computer)) : null;
  const row = await findFormerSession(db, cookie ? 'cookie' : 'bearer', hashSecret(secret));
  return row ? toSessionOver(row, policy) : null;
}

function toSessionOver(row: FormerSession, policy: SessionPolicy): SessionOver | null {
  const { closed_at, revoked_at } = row;
  if (closed_at) return { reason: 'closed', since: closed_at.toISOString() };
  if (revoked_at) return { reason: revokedReason(row), since: revoked_at.toISOString() };
  const { endsAt, reason } = sessionEnd(
    { startedAt: row.created_at, lastActiveAt: row.last_active_at },
    policy,
  );
  if (new Date(endsAt) > row.now) return null;
  const limit = reason === 'idle' ? policy.sessionTimeout : policy.maxSessionDuration;
  return { reason, since: endsAt, limit };
}

async function findComputerRemoval(db: Connection, hash: Buffer): Promise<SessionOver | null> {
  const { rows } = await db.query<{ revoked_at: Date }>(
    'SELECT revoked_at FROM desk_devices WHERE secret_hash = $1 AND revoked_at IS NOT NULL',
    [hash],
  );
  return rows[0] ? { reason: 'computer-removed', since: rows[0].revoked_at.toISOString() } : null;
}

/** The audit trail knows more, unless its level leaves these events out. */
function revokedReason({ recorded, replaced }: FormerSession): SessionOverReason {
  if (recorded === 'sign-out') return 'signed-out';
  if (recorded === 'sign-out-elsewhere') return 'elsewhere';
  return replaced ? 'replaced' : 'revoked';
}

/** A session in any state, and what is known of its end. */
type FormerSession = {
  created_at: Date;
  last_active_at: Date;
  revoked_at: Date | null;
  /** When its person was removed or suspended. */
  closed_at: Date | null;
  /** Whether the same person began another one when it was revoked. */
  replaced: boolean;
  /** The audit event of its sign-out. */
  recorded: string | null;
  now: Date;
};

/** What is written in one transaction may carry slightly different times. */
const sameMoment = "BETWEEN s.revoked_at AND s.revoked_at + interval '5 seconds'";

async function findFormerSession(
  db: Connection,
  kind: SecretKind,
  hash: Buffer,
): Promise<FormerSession | undefined> {
  const { rows } = await db.query<FormerSession>({
    name: `former-session-by-${kind}`,
    text: `SELECT s.created_at, s.last_active_at, s.revoked_at, now() AS now,
                  coalesce(u.deleted_at, u.suspended_at) AS closed_at,
                  EXISTS (SELECT FROM sessions AS other
                           WHERE other.user_id = s.user_id AND other.id <> s.id
                             AND other.created_at ${sameMoment}) AS replaced,
                  (SELECT action FROM audit_events
                    WHERE subject_id = s.user_id AND at ${sameMoment}
                      AND (action = 'sign-out-elsewhere' OR action = 'sign-out' AND reason IS NULL)
                    ORDER BY at LIMIT 1) AS recorded
             FROM sessions AS s JOIN users AS u ON u.id = s.user_id
            WHERE s.${kind}_hash = $1`,
    values: [hash],
  });
  return rows[0];
}

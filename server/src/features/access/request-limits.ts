import { dayMs } from '@keydesk/shared/durations';
import { appError } from '@keydesk/shared/errors';
import { momentText } from '@keydesk/shared/moment-text';
import type { Transaction } from '../../platform/db/client.ts';

const maxOpen = 10;
const maxLately = 20;
const requestLocks = 7_233_018;

/**
 * Makes what a person asks for at the same time wait for each other, so that each request counts those
 * before it. To be called before any other lock.
 */
export async function serializeRequestsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [requestLocks, userId]);
}

/**
 * Requires that a person has not asked for too much with their newest request (`bounded-work`): each is
 * stored for good and tells its owner or every admin, also by push and mail.
 * @throws TOO_MANY_OPEN_REQUESTS, or ASKED_TOO_OFTEN with when they can ask again.
 */
export async function requireFewRequests(
  tx: Transaction,
  userId: string,
  { now, timezone }: { now: Date; timezone: string },
): Promise<void> {
  const { open, lately } = await readAsked(tx, userId, new Date(now.getTime() - dayMs));
  const firstThatCounts = lately[maxLately];
  if (firstThatCounts) {
    const again = new Date(firstThatCounts.getTime() + dayMs);
    throw appError('ASKED_TOO_OFTEN', maxLately, momentText(again, now, timezone)).withDetails({
      retryAfter: Math.ceil((again.getTime() - now.getTime()) / 1000),
    });
  }
  if (open > maxOpen) throw appError('TOO_MANY_OPEN_REQUESTS', maxOpen);
}

/** How many requests of a person are open, and when they made those since a moment, newest first. */
async function readAsked(
  tx: Transaction,
  userId: string,
  since: Date,
): Promise<{ open: number; lately: Date[] }> {
  const { rows } = await tx.query<{ createdAt: Date; isOpen: boolean }>(
    `SELECT r.created_at AS "createdAt",
            r.state = 'open' AND r.expires_at > clock_timestamp() AND k.deleted_at IS NULL AS "isOpen"
       FROM access_requests r
       JOIN keys k ON k.id = r.key_id
      WHERE r.user_id = $1 AND (r.state = 'open' OR r.created_at > $2)
      ORDER BY r.created_at DESC`,
    [userId, since],
  );
  return {
    open: rows.filter(({ isOpen }) => isOpen).length,
    lately: rows.map(({ createdAt }) => createdAt).filter((at) => at > since),
  };
}

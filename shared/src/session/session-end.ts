import { detailsAs } from '../core/client-errors.ts';
import { hourMs, minuteMs } from '../core/dates.ts';

/** When and why a session ends without further use. */
export type SessionEnd = {
  endsAt: string;
  /** `idle`: activity postpones it. `expired`: nothing does. */
  reason: 'idle' | 'expired';
};

type SessionTimes = { startedAt: Date; lastActiveAt: Date };
type SessionLimits = { maxSessionDuration: number; sessionTimeout: number };

/** The earlier of idle timeout (minutes) and maximum duration (hours). */
export function sessionEnd(
  { startedAt, lastActiveAt }: SessionTimes,
  { maxSessionDuration, sessionTimeout }: SessionLimits,
): SessionEnd {
  const idleEnd = lastActiveAt.getTime() + sessionTimeout * minuteMs;
  const lastEnd = startedAt.getTime() + maxSessionDuration * hourMs;
  return idleEnd < lastEnd
    ? { endsAt: new Date(idleEnd).toISOString(), reason: 'idle' }
    : { endsAt: new Date(lastEnd).toISOString(), reason: 'expired' };
}

/**
 * `signed-out`: by the person in that browser · `elsewhere`: by the person in another one ·
 * `replaced`: by a newer session · `revoked`: by an admin · `closed`: the account was suspended or
 * deleted · `computer-removed`: this computer no longer belongs to a desk.
 */
export type SessionOverReason =
  | SessionEnd['reason']
  | 'signed-out'
  | 'elsewhere'
  | 'replaced'
  | 'revoked'
  | 'closed'
  | 'computer-removed';

/** The details of a 401 for a known session that is over. */
export type SessionOver = {
  reason: SessionOverReason;
  /** ISO instant at which it ended. */
  since: string;
  /** The limit that ended it: minutes for `idle`, hours for `expired`. */
  limit?: number;
};

/** Null for other errors. */
export function asSessionOver(details: unknown): SessionOver | null {
  const { reason, since, limit } = detailsAs<SessionOver>(details);
  if (typeof reason !== 'string' || typeof since !== 'string') return null;
  return typeof limit === 'number' ? { reason, since, limit } : { reason, since };
}

/** Set to 1 for a request without a person's action: it does not count as activity. */
export const pollHeader = 'x-keydesk-poll';

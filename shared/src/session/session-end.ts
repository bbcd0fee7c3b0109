import { detailsAs } from '../core/client-errors.ts';
import { hourMs, minuteMs } from '../core/dates.ts';

/** When a session ends if nobody uses it any more, and what ends it then. */
export type SessionEnd = {
  endsAt: string;
  /** `idle`: using it puts the end off. `expired`: nothing does, it has its full length. */
  reason: 'idle' | 'expired';
};

type SessionTimes = { startedAt: Date; lastActiveAt: Date };
type SessionLimits = { maxSessionDuration: number; sessionTimeout: number };

/** Minutes of idleness and hours in all that a session may have; whichever is over first ends it. */
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
 * Why a session is over. `signed-out`: by its own person in that browser · `elsewhere`: by its own
 * person in another one · `replaced`: by a newer session · `revoked`: by an administrator ·
 * `closed`: the account was suspended or removed · `computer-removed`: this computer is no longer
 * one of a desk.
 */
export type SessionOverReason =
  | SessionEnd['reason']
  | 'signed-out'
  | 'elsewhere'
  | 'replaced'
  | 'revoked'
  | 'closed'
  | 'computer-removed';

/** The details of a 401 for somebody whose session is known but over. */
export type SessionOver = {
  reason: SessionOverReason;
  /** ISO instant at which it ended. */
  since: string;
  /** The limit that ended it: minutes for `idle`, hours for `expired`. */
  limit?: number;
};

/** The details of an error, if they are of this kind; otherwise null. */
export function asSessionOver(details: unknown): SessionOver | null {
  const { reason, since, limit } = detailsAs<SessionOver>(details);
  if (typeof reason !== 'string' || typeof since !== 'string') return null;
  return typeof limit === 'number' ? { reason, since, limit } : { reason, since };
}

/** Set to 1, marks a request that the page made by itself: it does not count as activity. */
export const pollHeader = 'x-keydesk-poll';

import { api } from '@keydesk/shared/api';
import { refusal } from '@keydesk/shared/errors';
import type { Route } from '@keydesk/shared/http/route';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../db/client.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { createCounter } from './counter.ts';

/**
 * An admin who has set the limit too low can still raise it, and a page that is refused check-auth
 * would take its person for signed out. Sign-out is public and not counted.
 */
const exempt: readonly Route[] = [api.checkAuth, api.getSecuritySettings, api.putSecuritySettings];

/**
 * Into how many shares a minute's requests are divided. A process takes a share at a time out of
 * the common count, so another process can keep at most one share from being used.
 */
const sharesPerMinute = 25;
const pruneEveryMs = 60_000;

/** What a process may still serve a person before it asks the common count again. */
type Share = { limit: number; left: number; spent: boolean; endsAt: number };

export type RequestAllowance = {
  /** @throws TOO_MANY_REQUESTS when the person has used up their minute. */
  take(userId: string, route: Route): Promise<void>;
};

const shareOf = (limit: number, size: number, counted: RateLimiterRes): Share => {
  const before = counted.consumedPoints - size;
  const left = Math.max(0, Math.min(size, limit - before));
  return { limit, left, spent: left === 0, endsAt: Date.now() + counted.msBeforeNext };
};

/** Allows each person so many requests a minute, whichever processes they call. */
export const createRequestAllowance = (
  db: Database,
  settings: CurrentSettings,
): RequestAllowance => {
  const counter = createCounter(db, 'request_counts');
  const shares = new Map<string, Share>();
  const asking = new Map<string, Promise<void>>();
  let pruneAt = 0;

  const prune = (now: number): void => {
    if (now < pruneAt) return;
    pruneAt = now + pruneEveryMs;
    for (const [userId, { endsAt }] of shares) if (endsAt <= now) shares.delete(userId);
  };

  const ask = async (userId: string, limit: number): Promise<void> => {
    const size = Math.max(1, Math.floor(limit / sharesPerMinute));
    const counted = await counter.penalty(userId, size);
    shares.set(userId, shareOf(limit, size, counted));
  };
  /** Requests that arrive at once wait for one answer. */
  const askOnce = (userId: string, limit: number): Promise<void> => {
    const begun = asking.get(userId);
    if (begun) return begun;
    const answer = ask(userId, limit).finally(() => asking.delete(userId));
    asking.set(userId, answer);
    return answer;
  };

  return {
    async take(userId, route) {
      if (exempt.includes(route)) return;
      const limit = settings.current().rateLimiting.apiRequestsPerMinute;
      for (;;) {
        const now = Date.now();
        prune(now);
        const share = shares.get(userId);
        const holds = share && share.endsAt > now && share.limit === limit;
        if (holds && share.spent)
          throw refusal('TOO_MANY_REQUESTS').withDetails({
            retryAfter: Math.ceil((share.endsAt - now) / 1000),
          });
        if (holds && share.left > 0) {
          share.left -= 1;
          return;
        }
        await askOnce(userId, limit);
      }
    },
  };
};

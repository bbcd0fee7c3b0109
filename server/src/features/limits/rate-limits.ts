import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/errors';
import type { Route } from '@keydesk/shared/http/route';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import type { SignInFailed } from '../auth/index.ts';
import { TRANSACTION_SECONDS } from '../auth/index.ts';
import type { CurrentSettings } from '../settings/index.ts';
import { clientNetwork } from './client-network.ts';

/**
 * An admin who has set the limit too low can still raise it, and a page that is refused check-auth
 * would take its person for signed out. Sign-out is public and not counted.
 */
const exemptRoutes: readonly Route[] = [
  api.checkAuth,
  api.getSecuritySettings,
  api.putSecuritySettings,
];

/**
 * Into how many shares a minute's requests are divided. A process takes a share at a time out of
 * the common count, so another process can keep at most one share from being used.
 */
const sharesPerMinute = 25;
const pruneEveryMs = 60_000;

/** What a process may still serve a person before it asks the common count again. */
type Share = { limit: number; left: number; spent: boolean; endsAt: number };

export type RequestRateLimiter = {
  /** @throws TOO_MANY_REQUESTS when the person has used up their minute. */
  consume(userId: string, route: Route): Promise<void>;
};

/** Allows each person so many requests a minute, whichever processes they call. */
export function createRequestRateLimiter(
  db: Database,
  settings: CurrentSettings,
): RequestRateLimiter {
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
    shares.set(userId, toShare(limit, size, counted));
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
    async consume(userId, route) {
      if (exemptRoutes.includes(route)) return;
      const limit = settings.current().rateLimiting.apiRequestsPerMinute;
      for (;;) {
        const now = Date.now();
        prune(now);
        const share = shares.get(userId);
        const holds = share && share.endsAt > now && share.limit === limit;
        if (holds && share.spent)
          throw appError('TOO_MANY_REQUESTS').withDetails({
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
}

/**
 * Counts in a table of the database, exact across processes. What the counts mean is decided where
 * they are read: the limits are settings, so the library is given none.
 */
function createCounter(
  db: Database,
  table: 'sign_in_failures' | 'request_counts',
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: db.pool,
    storeType: 'pool',
    tableName: table,
    tableCreated: true,
    keyPrefix: '',
    points: 1,
    duration: 60,
  });
}

function toShare(limit: number, size: number, counted: RateLimiterRes): Share {
  const before = counted.consumedPoints - size;
  const left = Math.max(0, Math.min(size, limit - before));
  return { limit, left, spent: left === 0, endsAt: Date.now() + counted.msBeforeNext };
}

/** Failed sign-ins are counted for a client's network, never for the person they name. */
export type SignInAttempts = {
  /** True for the first answer to a sign-in, false when it is sent again, to whichever process. */
  isFirstAnswer(state: string): Promise<boolean>;
  /** For how many more seconds this address is locked out; 0 when it is not. */
  lockoutSeconds(address: string): Promise<number>;
  /** Writes the failure into the audit trail; only a forged answer counts towards a lockout. */
  recordFailure(address: string, failure: SignInFailed): Promise<void>;
  clearFailures(address: string): Promise<void>;
};

export function createSignInAttempts(db: Database, settings: CurrentSettings): SignInAttempts {
  const counter = createCounter(db, 'sign_in_failures');
  const limits = () => settings.current().rateLimiting;
  return {
    async lockoutSeconds(address) {
      const counted = await counter.get(clientNetwork(address));
      return counted && counted.consumedPoints >= limits().loginAttempts
        ? Math.ceil(counted.msBeforeNext / 1000)
        : 0;
    },
    async isFirstAnswer(state) {
      const customDuration = TRANSACTION_SECONDS;
      const { consumedPoints } = await counter.penalty(`answer:${state}`, 1, { customDuration });
      return consumedPoints === 1;
    },
    async recordFailure(address, { reason, isForged }) {
      const network = clientNetwork(address);
      await recordAudit(db, { action: 'sign-in-failed', details: { network, reason } });
      if (!isForged) return;
      const { loginAttempts, lockoutDuration } = limits();
      const seconds = lockoutDuration * 60;
      const { consumedPoints } = await counter.penalty(network, 1, { customDuration: seconds });
      if (consumedPoints !== loginAttempts) return;
      await counter.set(network, consumedPoints, seconds);
      await recordAudit(db, {
        action: 'sign-in-locked-out',
        details: { network, minutes: lockoutDuration },
      });
    },
    async clearFailures(address) {
      await counter.delete(clientNetwork(address));
    },
  };
}

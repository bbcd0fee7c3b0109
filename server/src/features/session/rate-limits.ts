import { setTimeout } from 'node:timers/promises';
import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { isDesk, type Role } from '@keydesk/shared/http/roles';
import type { Route } from '@keydesk/shared/http/route';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { createCounter } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { Database } from '../../db/client.ts';
import { clientNetwork } from '../../http/request-guards.ts';
import type { CurrentSettings } from '../campus/index.ts';
import type { SignInFailed } from './identity.ts';
import { transactionSeconds } from './openid.ts';

/**
 * Not counted: an admin who has set the limit too low must be able to raise it, and a page whose
 * check-auth fails would show its user as signed out. The same holds for staying signed in.
 * Sign-out is public anyway.
 */
const exemptRoutes: readonly Route[] = [
  api.checkAuth,
  api.staySignedIn,
  api.getSecuritySettings,
  api.putSecuritySettings,
];

/**
 * The calls of a handover, and the search for its holder. Several desks often share an account, so
 * these calls are counted per session of the desk.
 */
const handoverCalls: readonly Route[] = [
  api.resolveCode,
  api.scanRequest,
  api.scanReturn,
  api.batchReturn,
  api.collectKey,
  api.lendKey,
  api.searchPeople,
  api.findPersonByCard,
];

/**
 * A minute's requests are divided into this many shares. A process takes one share at a time from
 * the shared counter, so each process can leave at most one unused.
 */
const sharesPerMinute = 25;
const pruneEveryMs = 60_000;

/** The requests that a process may serve for a caller before it asks the database again. */
type Share = { limit: number; left: number; spent: boolean; endsAt: number };

export type RequestRateLimiter = {
  consume(caller: Caller, route: Route): Promise<void>;
};

type Caller = { sessionId: string; user: { id: string; role: Role } };

/** A count makes three scans a second, with hand-outs in between. */
const countScansFactor = 4;

/** The counter of a call: the person's, or for handovers and tags the desk session's. */
function countedFor({ sessionId, user }: Caller, route: Route): string {
  if (route === api.scanForCount) return `count:${sessionId}`;
  return handoverCalls.includes(route) && isDesk(user.role) ? `desk:${sessionId}` : user.id;
}

/** Limits requests per minute, across all processes (`shared-counters`). */
export function createRequestRateLimiter(
  db: Database,
  settings: CurrentSettings,
): RequestRateLimiter {
  const counter = createCounter(db, 'request_counts');
  const shares = new Map<string, Share>();
  const pending = new Map<string, Promise<void>>();
  let pruneAt = 0;

  const prune = (now: number): void => {
    if (now < pruneAt) return;
    pruneAt = now + pruneEveryMs;
    for (const [counted, { endsAt }] of shares) if (endsAt <= now) shares.delete(counted);
  };

  const ask = async (counted: string, limit: number): Promise<void> => {
    const size = Math.max(1, Math.floor(limit / sharesPerMinute));
    shares.set(counted, toShare(limit, size, await counter.penalty(counted, size)));
  };
  /** Concurrent requests wait for the same answer. */
  const askOnce = (counted: string, limit: number): Promise<void> => {
    const running = pending.get(counted);
    if (running) return running;
    const answer = ask(counted, limit).finally(() => pending.delete(counted));
    pending.set(counted, answer);
    return answer;
  };

  return {
    async consume(caller, route) {
      if (exemptRoutes.includes(route)) return;
      const counted = countedFor(caller, route);
      const { apiRequestsPerMinute } = settings.current().rateLimiting;
      const limit = apiRequestsPerMinute * (route === api.scanForCount ? countScansFactor : 1);
      for (;;) {
        const now = Date.now();
        prune(now);
        const share = shares.get(counted);
        const isCurrent = share && share.endsAt > now && share.limit === limit;
        if (isCurrent && share.spent)
          throw appError('TOO_MANY_REQUESTS').withDetails({
            retryAfter: Math.ceil((share.endsAt - now) / 1000),
          });
        if (isCurrent && share.left > 0) {
          share.left -= 1;
          return;
        }
        await askOnce(counted, limit);
      }
    },
  };
}

function toShare(limit: number, size: number, counted: RateLimiterRes): Share {
  const before = counted.consumedPoints - size;
  const left = Math.max(0, Math.min(size, limit - before));
  return { limit, left, spent: left === 0, endsAt: Date.now() + counted.msBeforeNext };
}

/** A network is slowed down at this multiple of the failures that lock out a browser. */
const networkFactor = 20;

/** How long the response to a failure of such a network waits, ms, and how many wait. */
const holdMs = 2_000;
const mostHeld = 20;

/** `browser` is undefined for programs and for a browser's first sign-in. */
export type SignInSource = { address: string; browser: string | undefined };

/** Counts failed sign-ins per browser and network, never per person. */
export type SignInAttempts = {
  /** False for a repeated callback, in any process. */
  isFirstAnswer(state: string): Promise<boolean>;
  /** Remaining seconds of the browser's lockout, or null. */
  findLockout(source: SignInSource): Promise<number | null>;
  /**
   * Counts and audits the failure, without an audit event when the network is slowed down. Only a
   * forged callback counts towards a lockout of the browser.
   */
  recordFailure(source: SignInSource, failure: SignInFailed): Promise<void>;
  clearFailures(source: SignInSource): Promise<void>;
};

export function createSignInAttempts(db: Database, settings: CurrentSettings): SignInAttempts {
  const counter = createCounter(db, 'sign_in_failures');
  const browserKey = (browser: string) => `browser:${browser}`;
  let held = 0;
  /** Beyond the limit nothing waits: a flood must not fill the memory with held responses. */
  const holdBack = async (): Promise<void> => {
    if (held >= mostHeld) return;
    held += 1;
    await setTimeout(holdMs).finally(() => {
      held -= 1;
    });
  };
  return {
    async findLockout({ browser }) {
      const counted = browser ? await counter.get(browserKey(browser)) : null;
      const { loginAttempts } = settings.current().rateLimiting;
      return counted && counted.consumedPoints >= loginAttempts
        ? Math.ceil(counted.msBeforeNext / 1000)
        : null;
    },
    async isFirstAnswer(state) {
      const customDuration = transactionSeconds;
      const { consumedPoints } = await counter.penalty(`answer:${state}`, 1, { customDuration });
      return consumedPoints === 1;
    },
    async recordFailure({ address, browser }, { reason, isForged }) {
      const network = clientNetwork(address);
      const { loginAttempts: limit, lockoutDuration: minutes } = settings.current().rateLimiting;
      const seconds = minutes * 60;
      const count = async (key: string) =>
        (await counter.penalty(key, 1, { customDuration: seconds })).consumedPoints;
      const ofNetwork = await count(network);
      const mostOfNetwork = limit * networkFactor;
      const isSlowed = ofNetwork > mostOfNetwork;
      if (!isSlowed)
        await recordAudit(db, { action: 'sign-in-failed', details: { network, reason } });
      if (ofNetwork === mostOfNetwork)
        await recordAudit(db, { action: 'sign-ins-slowed-down', details: { network, minutes } });
      if (isForged && browser && (await count(browserKey(browser))) === limit) {
        await counter.set(browserKey(browser), limit, seconds);
        if (!isSlowed)
          await recordAudit(db, { action: 'sign-in-locked-out', details: { network, minutes } });
      }
      if (isSlowed) await holdBack();
    },
    async clearFailures({ address, browser }) {
      await counter.delete(clientNetwork(address));
      if (browser) await counter.delete(browserKey(browser));
    },
  };
}

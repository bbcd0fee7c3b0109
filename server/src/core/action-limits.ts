import { appError } from '@keydesk/shared/core/errors';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../db/client.ts';

/**
 * Counts in a database table, exactly and across processes. The limits are settings and are
 * compared where the counts are read, so the library gets none.
 */
export function createCounter(
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

/** What one person, session or desk may do only so often, and what they are told then. */
const limitedActions = {
  rename: {
    most: 3,
    seconds: 86_400,
    error: (most: number) => appError('RENAMED_TOO_OFTEN', most),
  },
  'add-card': {
    most: 10,
    seconds: 3_600,
    error: (most: number) => appError('TOO_MANY_CARDS_ADDED', most),
  },
  'enter-visitor': {
    most: 20,
    seconds: 86_400,
    error: (most: number) => appError('TOO_MANY_VISITORS', most),
  },
  'read-card': { most: 30, seconds: 60, error: () => appError('TOO_MANY_REQUESTS') },
  'lend-by-card': { most: 30, seconds: 60, error: () => appError('TOO_MANY_REQUESTS') },
};

/** What is left out beyond these, without a word: what strangers are told depends on nothing. */
const quietLimits = {
  'found-told-from': { most: 5, seconds: 3_600 },
  'found-told-of': { most: 3, seconds: 86_400 },
  'found-stored-of': { most: 10, seconds: 86_400 },
};

export type ActionLimits = {
  /** Counts one more; whether that is still within the limit. */
  allows(action: keyof typeof quietLimits, who: string): Promise<boolean>;
  /** Counts one more. @throws the action's error, with how long to wait, if it is one too many */
  count(action: keyof typeof limitedActions, who: string): Promise<void>;
};

export function createActionLimits(db: Database): ActionLimits {
  const counter = createCounter(db, 'request_counts');
  const addOne = (action: string, who: string, seconds: number) =>
    counter.penalty(`${action}:${who}`, 1, { customDuration: seconds });
  return {
    async allows(action, who) {
      const { most, seconds } = quietLimits[action];
      return (await addOne(action, who, seconds)).consumedPoints <= most;
    },
    async count(action, who) {
      const { most, seconds, error } = limitedActions[action];
      const counted = await addOne(action, who, seconds);
      if (counted.consumedPoints > most)
        throw error(most).withDetails({ retryAfter: Math.ceil(counted.msBeforeNext / 1000) });
    },
  };
}

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
  'report-found-from': {
    most: 5,
    seconds: 3_600,
    error: () => appError('REPORTED_TOO_OFTEN'),
  },
  'report-found-tag': {
    most: 3,
    seconds: 86_400,
    error: () => appError('REPORTED_TOO_OFTEN'),
  },
  'read-card': { most: 30, seconds: 60, error: () => appError('TOO_MANY_REQUESTS') },
  'lend-by-card': { most: 30, seconds: 60, error: () => appError('TOO_MANY_REQUESTS') },
};

export type ActionLimits = {
  /** Counts one more. @throws the action's error, with how long to wait, if it is one too many */
  count(action: keyof typeof limitedActions, who: string): Promise<void>;
};

export function createActionLimits(db: Database): ActionLimits {
  const counter = createCounter(db, 'request_counts');
  return {
    async count(action, who) {
      const { most, seconds, error } = limitedActions[action];
      const options = { customDuration: seconds };
      const counted = await counter.penalty(`${action}:${who}`, 1, options);
      if (counted.consumedPoints > most)
        throw error(most).withDetails({ retryAfter: Math.ceil(counted.msBeforeNext / 1000) });
    },
  };
}

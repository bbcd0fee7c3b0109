import { appError } from '@keydesk/shared/core/errors';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Connection, Database } from '../db/client.ts';

/**
 * Counts exactly across processes. The limits are settings, compared where the counts are read, so
 * the library gets none.
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

/** Limits per person, session or desk, with the error to throw. */
const limitedActions = {
  rename: {
    most: 3,
    seconds: 86_400,
    error: (most: number) => appError('RENAMED_TOO_OFTEN', { most }),
  },
  'add-card': {
    most: 10,
    seconds: 3_600,
    error: (most: number) => appError('TOO_MANY_CARDS_ADDED', { most }),
  },
  'enter-visitor': {
    most: 20,
    seconds: 86_400,
    error: (most: number) => appError('TOO_MANY_VISITORS', { most }),
  },
  'ask-sponsor': {
    most: 5,
    seconds: 3_600,
    error: () => appError('SPONSOR_ASKED_OFTEN'),
  },
  'ask-same-sponsor': {
    most: 30,
    seconds: 86_400,
    error: (most: number) => appError('SPONSOR_HAS_MANY', { most }),
  },
  'undo-for-person': {
    most: 20,
    seconds: 3_600,
    error: (most: number) => appError('UNDONE_OFTEN', { most }),
  },
  'answer-visitor': {
    most: 6,
    seconds: 3_600,
    error: () => appError('ANSWERED_OFTEN'),
  },
  'read-card': { most: 30, seconds: 60, error: () => appError('TOO_MANY_REQUESTS') },
  'lend-by-card': { most: 30, seconds: 60, error: () => appError('TOO_MANY_REQUESTS') },
};

/** Skipped silently beyond these: answers to strangers never depend on counts. */
const quietLimits = {
  'found-told-from': { most: 5, seconds: 3_600 },
  'found-told-of': { most: 3, seconds: 86_400 },
  'found-stored-of': { most: 10, seconds: 86_400 },
};

export type ActionLimits = {
  /** Counts one more; false beyond the limit. */
  allows(action: keyof typeof quietLimits, who: string): Promise<boolean>;
  /**
   * Counts one more. Within a transaction pass its connection: one that holds locks must not wait
   * for another connection, which others waiting for these locks may occupy. A refused or failed
   * action is not counted.
   * @throws the action's error, with how long to wait
   */
  count(action: keyof typeof limitedActions, who: string, by?: Connection): Promise<void>;
};

export function createActionLimits(db: Database): ActionLimits {
  return {
    async allows(action, who) {
      const { most, seconds } = quietLimits[action];
      return (await addOne(db, `${action}:${who}`, seconds)).points <= most;
    },
    async count(action, who, by = db) {
      const { most, seconds, error } = limitedActions[action];
      const { points, msLeft } = await addOne(by, `${action}:${who}`, seconds);
      if (points > most) throw error(most).withDetails({ retryAfter: Math.ceil(msLeft / 1000) });
    },
  };
}

/** Uses the library's table format. */
async function addOne(
  db: Connection,
  key: string,
  seconds: number,
): Promise<{ points: number; msLeft: number }> {
  const counted = await db.first<{ points: number; msLeft: number }>(
    `INSERT INTO request_counts AS counted (key, points, expire)
     VALUES ($1, 1, $2::bigint + $3::bigint)
     ON CONFLICT (key) DO UPDATE
        SET points = CASE WHEN counted.expire <= $2 THEN 1 ELSE counted.points + 1 END,
            expire = CASE WHEN counted.expire <= $2 THEN excluded.expire ELSE counted.expire END
     RETURNING points, (expire - $2)::int AS "msLeft"`,
    [key, Date.now(), seconds * 1000],
  );
  if (!counted) throw new Error('Nothing was counted');
  return counted;
}

import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../../db/client.ts';

/**
 * Counts in a table of the database, exact across processes. What the counts mean is decided where
 * they are read: the limits are settings, so the library is given none.
 */
export const createCounter = (
  db: Database,
  table: 'sign_in_failures' | 'request_counts',
): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: db.pool,
    storeType: 'pool',
    tableName: table,
    tableCreated: true,
    keyPrefix: '',
    points: 1,
    duration: 60,
  });

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as tables from './tables.ts';

type Orm = NodePgDatabase<typeof tables>;

/** Anything that runs SQL: the pool, or a transaction's client. */
export type Connection = { orm: Orm; query: pg.Pool['query'] };

/** The database outside a transaction. */
export type Database = Connection & { pool: pg.Pool };

/** A connection inside a transaction: where locks are held. */
export type Transaction = Connection & { readonly inTransaction: true };

const ormOn = (client: pg.Pool | pg.PoolClient): Orm =>
  drizzle({ client, schema: tables, casing: 'snake_case' });

/**
 * Opens a pool on `url`. Statements and lock waits are bounded, so that a sick database answers 503
 * rather than hanging; a broken idle connection is dropped from the pool, never fatal.
 */
export const openDatabase = (url: string, onError: (error: Error) => void): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    application_name: 'keydesk',
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return { pool, orm: ormOn(pool), query: pool.query.bind(pool) };
};

const serializationFailures = new Set(['40001', '40P01']);
const attempts = 3;

const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError
    ? error.code
    : error instanceof Error && error.cause instanceof pg.DatabaseError
      ? error.cause.code
      : undefined;

const runOnce = async <T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work({
      orm: ormOn(client),
      query: client.query.bind(client) as Connection['query'],
      inTransaction: true,
    });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Deadlocks
 * and serialization failures are retried a bounded number of times, so `work` must have no effect
 * outside the transaction.
 */
export const transact = async <T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(db.pool, work);
    } catch (error) {
      if (attempt >= attempts || !serializationFailures.has(sqlState(error) ?? '')) throw error;
    }
  }
};

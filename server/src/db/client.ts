import { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import {
  HostFailures,
  isConnectionUnusable,
  isPoolExhausted,
  OutcomeUnknownError,
  requireWritable,
  splitHosts,
} from './errors.ts';
import * as tables from './schema.ts';

type Orm = NodePgDatabase<typeof tables>;

/** The pool, or a transaction's client. */
export type Connection = Queries & { orm: Orm };

type Queries = {
  query: pg.Pool['query'];
  rows: <Row extends pg.QueryResultRow>(...statement: Given) => Promise<Row[]>;
  /** The first row, if there is one. */
  first: <Row extends pg.QueryResultRow>(...statement: Given) => Promise<Row | undefined>;
};

type Given = [statement: string | pg.QueryConfig, values?: unknown[]];

/** The database outside a transaction. */
export type Database = Connection & { pool: pg.Pool };

/** For code that takes locks. */
export type Transaction = Connection & { readonly inTransaction: true };

/**
 * Opens a pool. Statements, lock waits and the wait for an unresponsive database have timeouts, so
 * that callers get a 503 instead of waiting forever. The database ends transactions of silent
 * processes, because they hold locks. A broken idle connection is dropped and never fatal.
 * Statements sent on one connection at once are pipelined.
 */
export function openDatabase(url: string, onError: (error: Error) => void): Database {
  const pool = new DatabasePool(url, {
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 300_000,
    query_timeout: 30_000,
    session: {
      statement_timeout: '15s',
      lock_timeout: '5s',
      idle_in_transaction_session_timeout: '15s',
    },
    application_name: 'keydesk',
    pipeline: true,
    stream: () => new CoalescingSocket(),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return { pool, orm: ormOn(pool), ...queriesOn(pool.query.bind(pool)) };
}

/** Each sends its statement at once, so that several in one tick are pipelined. */
function queriesOn(query: Queries['query']): Queries {
  const rows: Queries['rows'] = async (...statement) => (await query(...statement)).rows;
  return { query, rows, first: async (...statement) => (await query(...statement)).rows[0] };
}

function ormOn(client: pg.Pool | pg.PoolClient): Orm {
  return drizzle({ client, schema: tables, casing: 'snake_case' });
}

const serializationFailures = new Set(['40001', '40P01']);
const attempts = 3;

const transactions = new WeakMap<pg.PoolClient, Transaction>();

/**
 * Runs `work` in a transaction: committed when it resolves, rolled back when it throws. Deadlocks
 * and serialization failures are retried a bounded number of times (`fail-closed`), so `work` must
 * have no effect outside the transaction.
 */
export function transact<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRetries(() =>
    runOnConnection(db.pool, async (client, tx) => {
      await client.query('BEGIN');
      const result = await work(tx);
      await client.query('COMMIT').catch(OutcomeUnknownError.rethrow);
      return result;
    }),
  );
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= attempts || !serializationFailures.has(sqlState(error) ?? '')) throw error;
    }
  }
}

function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError
    ? error.code
    : error instanceof Error && error.cause instanceof pg.DatabaseError
      ? error.cause.code
      : undefined;
}

async function runOnConnection<T>(
  pool: pg.Pool,
  run: (client: pg.PoolClient, tx: Transaction) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await run(client, transactionOn(client));
  } catch (error) {
    // An unresponsive connection would not answer a ROLLBACK either.
    if (isConnectionUnusable(error)) broken = error;
    else
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Cached per connection: creating a query builder costs more than sending a statement. */
function transactionOn(client: pg.PoolClient): Transaction {
  const cached = transactions.get(client);
  if (cached) return cached;
  const transaction: Transaction = {
    orm: ormOn(client),
    ...queriesOn(client.query.bind(client) as Queries['query']),
    inTransaction: true,
  };
  transactions.set(client, transaction);
  return transaction;
}

export type Statement = { name: string; text: string; values: unknown[] };

/** Prepared, because only prepared statements are pipelined with those after them. */
const begin: Statement = { name: 'begin', text: 'BEGIN', values: [] };

/** The single statement that writes everything, and the outcome of its row. */
export type Decision<T, Row = unknown> =
  | { write: Statement; outcome: (row: Row) => T }
  | { write: null; outcome: () => T };

/**
 * A transaction in two round trips. `load` must send its statements at once: they travel with
 * BEGIN. The statement that `decide` returns travels with COMMIT, so it must be atomic. Retried
 * like any transaction, so `decide` must have no side effects. `outcome` is called after the
 * commit.
 */
export async function twoRoundTripTransaction<Loaded, T, Row extends pg.QueryResultRow>(
  db: Database,
  load: (tx: Transaction) => Promise<Loaded>,
  decide: (loaded: Loaded) => Decision<T, Row>,
): Promise<T> {
  const outcome = await withRetries(() =>
    runOnConnection(db.pool, async (client, tx) => {
      const [, loaded] = await Promise.all([client.query(begin), load(tx)]);
      const decision = decide(loaded);
      if (!decision.write) {
        await client.query('COMMIT');
        return decision.outcome;
      }
      const [written] = await Promise.all([
        client.query<Row>(decision.write),
        client.query('COMMIT'),
      ]).catch(OutcomeUnknownError.rethrow);
      const [row] = written.rows;
      if (!row) throw new Error(`${decision.write.name} answered no row`);
      return () => decision.outcome(row);
    }),
  );
  return outcome();
}

/**
 * Sends everything written in one tick with a single system call. The driver corks each statement
 * separately, so pipelined statements would need a system call each, and those cost more than
 * anything else in a handover.
 */
class CoalescingSocket extends Socket {
  #isCoalescing = false;

  override cork(): void {
    super.cork();
    if (this.#isCoalescing) return;
    this.#isCoalescing = true;
    super.cork();
    process.nextTick(() => {
      this.#isCoalescing = false;
      super.uncork();
    });
  }
}

type DatabasePoolOptions = Omit<pg.PoolConfig, 'connectionString' | 'onConnect'> & {
  /** Set after connecting, because poolers refuse connections that request them. */
  session: Record<string, string>;
};

type Connected = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * Connects to the host of `databaseUrl` that accepts writes. When a host fails or has become a
 * standby, the next one is tried; existing connections to the old host expire.
 */
export class DatabasePool extends pg.Pool {
  readonly #addresses: readonly string[];

  constructor(databaseUrl: string, { session, ...options }: DatabasePoolOptions) {
    const addresses = splitHosts(databaseUrl);
    super({
      Client: RootCauseClient,
      ...options,
      connectionString: addresses[0],
      onConnect: async (client) => {
        if (addresses.length > 1) await requireWritable(client);
        await setSession(client, session);
      },
    });
    this.#addresses = addresses;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const oneHost = this.#addresses.length === 1;
    if (connected && oneHost) {
      super.connect(connected);
      return undefined;
    }
    const connecting = oneHost ? super.connect() : this.#connectToAnyHost();
    if (!connected) return connecting;
    connecting.then(
      (client) => connected(undefined, client, client.release),
      (error: Error) => connected(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connectToAnyHost(): Promise<pg.PoolClient> {
    const failures = new HostFailures();
    for (const _ of this.#addresses) {
      const { connectionString = '' } = this.options;
      try {
        return await super.connect();
      } catch (error) {
        if (isPoolExhausted(error)) throw error;
        failures.add(connectionString, error);
        this.#moveOnFrom(connectionString);
      }
    }
    throw failures.summary();
  }

  /** Many connections fail at once; the first of them moves the whole pool to the next host. */
  #moveOnFrom(address: string): void {
    if (this.options.connectionString !== address) return;
    const next = (this.#addresses.indexOf(address) + 1) % this.#addresses.length;
    this.options.connectionString = this.#addresses[next];
  }
}

async function setSession(client: pg.ClientBase, session: Record<string, string>): Promise<void> {
  await client.query(
    'SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS s (name, value)',
    [Object.keys(session), Object.values(session)],
  );
}

/** The error of every statement in a transaction in which one has already failed. */
const transactionAborted = '25P02';

/**
 * A client whose statements fail with the root cause. Of pipelined statements, only the first fails
 * with the cause and the others with "transaction is aborted", and a caller that awaits all may get
 * one of those first.
 */
class RootCauseClient extends pg.Client {
  #rootCause: unknown;

  override query(...args: unknown[]): never {
    const result: unknown = Reflect.apply(super.query, this, args);
    return (
      result instanceof Promise ? result.catch((error) => this.#throwRootCause(error)) : result
    ) as never;
  }

  #throwRootCause(error: unknown): never {
    if (error instanceof pg.DatabaseError && error.code === transactionAborted)
      throw this.#rootCause ?? error;
    this.#rootCause = error;
    throw error;
  }
}

/** In milliseconds, as in answers. */
export async function databaseNow(db: Connection): Promise<Date> {
  const row = await db.first<{ now: Date }>({
    name: 'database-now',
    text: 'SELECT clock_timestamp() AS now',
  });
  if (!row) throw new Error('The database returned no time');
  return row.now;
}

import pg from 'pg';
import { HostFailures, isPoolExhausted, requireWritable } from './errors.ts';
import { splitHosts } from './hosts.ts';

type DatabasePoolOptions = Omit<pg.PoolConfig, 'connectionString' | 'onConnect'> & {
  /**
   * Settings of each session. They are set after connecting, because poolers refuse connections that
   * ask for them at the start.
   */
  session: Record<string, string>;
};

type Connected = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * A pool of connections to the host of `databaseUrl` that accepts writes. When a host fails or has
 * become a standby, the next one is tried; existing connections to the old host end by themselves.
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
 * A client whose statements fail with the root cause. Of pipelined statements, only the first one
 * fails with the cause and the others with "transaction is aborted", and a caller that awaits all of
 * them may get one of those first.
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

import pg from 'pg';
import { HostFailures, requireWritable } from './errors.ts';
import { splitHosts } from './hosts.ts';

type DatabasePoolOptions = Omit<pg.PoolConfig, 'connectionString' | 'onConnect'> & {
  /**
   * Settings of each session. They are set once it is there, because poolers refuse a connection
   * that begins with them.
   */
  session: Record<string, string>;
};

type Connected = NonNullable<Parameters<pg.Pool['connect']>[0]>;

/**
 * Connections to the host of `databaseUrl` that takes writes. A host that fails, or has become a
 * standby, gives way to the next one; connections that are there already end by themselves.
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
    const reached = oneHost ? super.connect() : this.#reach();
    if (!connected) return reached;
    reached.then(
      (client) => connected(undefined, client, client.release),
      (error: Error) => connected(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #reach(): Promise<pg.PoolClient> {
    const failures = new HostFailures();
    for (const _ of this.#addresses) {
      const { connectionString = '' } = this.options;
      try {
        return await super.connect();
      } catch (error) {
        if (isExhausted(error)) throw error;
        failures.add(connectionString, error);
        this.#leave(connectionString);
      }
    }
    throw failures.summary();
  }

  /** Many connections fail at once; the first of them moves all on. */
  #leave(address: string): void {
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

/** All connections are in use for long, which says nothing about the host. */
function isExhausted(error: unknown): boolean {
  return (error as Error).message === 'timeout exceeded when trying to connect';
}

/** What every statement is answered in a transaction in which one has failed. */
const transactionAborted = '25P02';

/**
 * A client whose statements fail for the reason of the one that failed. Of those that travel
 * together the database answers the first with the reason and the others with that there was one,
 * and whoever waits for all of them may hear of a later one first.
 */
class RootCauseClient extends pg.Client {
  #reason: unknown;

  override query(...args: unknown[]): never {
    const answer: unknown = Reflect.apply(super.query, this, args);
    return (
      answer instanceof Promise ? answer.catch((error) => this.#explain(error)) : answer
    ) as never;
  }

  #explain(error: unknown): never {
    if (error instanceof pg.DatabaseError && error.code === transactionAborted)
      throw this.#reason ?? error;
    this.#reason = error;
    throw error;
  }
}

import { hostname } from 'node:os';
import type pg from 'pg';
import { DatabasePool } from '../db/pool.ts';

/** The adapter asks again after every answer, so a promise that never settles makes it stop. */
const never = new Promise<never>(() => undefined);

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The pool of the socket adapter. The adapter checks out one connection to listen on, asks for
 * another when that one ends, and never releases any. This pool releases a connection that ended and
 * one that a newer one replaces: otherwise every outage would cost a place in the pool, and two
 * listeners would deliver every event twice. `end` releases the connection too, even if it is still
 * connecting: the adapter releases only one that already listens, and the pool cannot end before.
 */
export class EventsPool extends DatabasePool {
  #drop: () => void = () => undefined;
  #ended = false;
  #hasListened = false;

  /** Called when a connection takes the place of one that was lost, maybe with what it had told. */
  onReplaced: () => void = () => undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: NonNullable<Connected>): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return this.#listener();
    super.connect(connected);
    return undefined;
  }

  override end(): Promise<void> {
    this.#ended = true;
    this.#drop();
    return super.end();
  }

  async #listener(): Promise<pg.PoolClient> {
    if (this.#ended) return never;
    const client = await super.connect();
    if (!this.#ended) {
      if (this.#hasListened) this.onReplaced();
      this.#hasListened = true;
      return this.#keepListening(client);
    }
    client.release(true);
    return never;
  }

  #keepListening(client: pg.PoolClient): pg.PoolClient {
    this.#drop();
    const giveBack = (): void => client.release(true);
    client.once('end', giveBack);
    this.#drop = () => {
      if (!client.listeners('end').includes(giveBack)) return;
      client.removeAllListeners('end').removeAllListeners('notification');
      giveBack();
    };
    return client;
  }
}

/** PostgreSQL truncates longer names: version and commit take up to 22 characters, the port 5. */
const longestName = 63;
const longestHost = 20;

const prefix = 'keydesk-live';

/**
 * The application name of the connection on which this process listens for live events. It tells the
 * database which processes there are, and admins which is which.
 */
export function processName({ version, port }: { version: string; port: number }): string {
  return `${prefix} ${version} ${hostname().slice(0, longestHost)}:${port}`.slice(0, longestName);
}

/** Parses such a name into machine and port, and version. */
export function parseProcessName(applicationName: string): { name: string; version: string } {
  const [, version = '', ...name] = applicationName.split(' ');
  return { name: name.join(' '), version };
}

import { hostname } from 'node:os';
import type pg from 'pg';
import { DatabasePool } from '../db/pool.ts';

/** The adapter keeps asking whatever it is answered; an answer that never comes ends that. */
const never = new Promise<never>(() => undefined);

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The pool of the socket adapter, which checks out one connection for good to listen on, asks for
 * another when that one ends, and gives none back. Here a connection that ended goes back, and so
 * does one that a newer takes the place of: else every outage would cost a place in the pool, and
 * two listeners would tell everything twice. The end takes it back too, be it still under way: the
 * adapter gives back only one that listens already, and a pool ends once it has all of them.
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

/** PostgreSQL cuts a longer name off. */
const longestName = 63;
const longestHost = 30;

const prefix = 'keydesk-live';

/**
 * What this process calls the connection on which it listens for live events: by it the database
 * knows which processes there are, and admins which is which.
 */
export function processName({ version, port }: { version: string; port: number }): string {
  return `${prefix} ${version} ${hostname().slice(0, longestHost)}:${port}`.slice(0, longestName);
}

/** Machine, port and version out of such a name. */
export function parseProcessName(applicationName: string): { name: string; version: string } {
  const [, version = '', ...name] = applicationName.split(' ');
  return { name: name.join(' '), version };
}

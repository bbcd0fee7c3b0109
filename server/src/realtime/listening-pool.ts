import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The pool of the socket adapter, which checks out one connection for good to listen on, asks for
 * another when that one ends, and gives none back. Here a connection that ended goes back, and so
 * does one that a newer takes the place of: else every outage would cost a place in the pool, and
 * two listeners would tell everything twice.
 */
export class ListeningPool extends pg.Pool {
  #drop: () => void = () => undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: NonNullable<Connected>): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return super.connect().then((client) => this.#keepListening(client));
    super.connect(connected);
    return undefined;
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

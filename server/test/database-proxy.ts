import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A proxy between an application and its database, which a test can cut and restore. */
export type DatabaseProxy = {
  reach(url: string): string;
  cut(): Promise<void>;
  mend(): Promise<void>;
};

/** Starts a proxy; `hold` may delay each chunk in either direction. */
export async function startDatabaseProxy(
  hold: () => Promise<void> = async () => undefined,
): Promise<DatabaseProxy> {
  let target = new URL('postgres://127.0.0.1:1');
  const ends = new Set<Socket>();
  const keep = (end: Socket): void => {
    ends.add(end);
    end.on('close', () => ends.delete(end)).on('error', () => undefined);
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    keep(near);
    keep(far);
    near.pipe(delayed(hold)).pipe(far);
    far.pipe(delayed(hold)).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = async (port: number): Promise<void> => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    reach(url) {
      target = new URL(url);
      const near = new URL(url);
      near.host = `127.0.0.1:${port}`;
      return near.href;
    },
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const end of ends) end.destroy();
      await closed;
    },
    mend: () => listen(port),
  };
}

function delayed(hold: () => Promise<void>): Transform {
  return new Transform({
    transform(piece, _encoding, pass) {
      hold().then(() => pass(null, piece), pass);
    },
  });
}

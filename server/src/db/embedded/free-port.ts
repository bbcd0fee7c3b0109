import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port on 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
  return (await tryPort(0)) ?? 0;
}

/** Whether the port on 127.0.0.1 can be listened on. */
export async function isFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== null;
}

async function tryPort(wanted: number): Promise<number | null> {
  const server = createServer();
  try {
    await once(server.listen(wanted, '127.0.0.1'), 'listening');
  } catch {
    return null;
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

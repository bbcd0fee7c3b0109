import { io, type Socket } from 'socket.io-client';
import type { TestClient } from '../test-client.ts';

/** Pages that stay connected, as the web does. */
export type LiveClients = {
  areConnected(): boolean;
  /** How often a connection ended and came back. */
  reconnects(): number;
  /** Attempts to connect that failed. */
  errors: string[];
  close(): void;
};

/** Opens a live connection for each visitor; every other one begins with polling. */
export function connectAll(visitors: readonly TestClient[]): LiveClients {
  const errors: string[] = [];
  let connects = 0;
  const sockets = visitors.map(({ url, secrets }, index): Socket => {
    const socket = io(url, {
      forceNew: true,
      withCredentials: true,
      transports: index % 2 === 0 ? ['websocket', 'polling'] : ['polling', 'websocket'],
      auth: { token: secrets.bearer },
      extraHeaders: { origin: url, cookie: `keydesk_session=${secrets.cookie}` },
    });
    socket.on('connect', () => {
      connects += 1;
    });
    socket.on('connect_error', ({ message }) => errors.push(message));
    return socket;
  });
  return {
    areConnected: () => sockets.every(({ connected }) => connected),
    reconnects: () => connects - sockets.length,
    errors,
    close() {
      for (const socket of sockets) socket.disconnect();
    },
  };
}

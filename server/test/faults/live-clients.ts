import { io, type Socket } from 'socket.io-client';
import type { TestClient } from '../test-client.ts';

export type LiveClients = {
  areConnected(): boolean;
  /** How many connections were restored. */
  reconnects(): number;
  errors: string[];
  close(): void;
};

/** Opens a live connection per visitor; every second one starts with polling. */
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

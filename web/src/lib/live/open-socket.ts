import { io } from 'socket.io-client';
import type { KeydeskSocket } from './events.ts';
import { socketOptions } from './socket-options.ts';

/** Opens a live connection. A separate file, so that pages do not wait for the socket library. */
export function openSocket(): KeydeskSocket {
  return io(socketOptions());
}

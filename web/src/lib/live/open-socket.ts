import { io } from 'socket.io-client';
import type { KeydeskSocket } from './events.ts';
import { socketOptions } from './socket-options.ts';

/** Begins a live connection. In a file of its own, so that pages are shown before its library is there. */
export function openSocket(): KeydeskSocket {
  return io(socketOptions());
}

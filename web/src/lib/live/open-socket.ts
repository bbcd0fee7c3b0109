import { io } from 'socket.io-client';
import type { KeydeskSocket } from './events.ts';
import { socketOptions } from './socket-options.ts';

export function openSocket(): KeydeskSocket {
  return io(socketOptions());
}

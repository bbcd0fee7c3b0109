import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import { storedToken } from './storage.ts';

/** Connection settings of spec §9; the token is read anew for every attempt. */
export const socketOptions = (): Partial<ManagerOptions & SocketOptions> => ({
  withCredentials: true,
  auth: (send) => send({ token: storedToken.read() ?? undefined }),
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  timeout: 10_000,
  reconnectionAttempts: 5,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 16_000,
  randomizationFactor: 0.2,
});

import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import { storedToken } from '../storage.ts';

/** The number of reconnection attempts, and the delay before the first; it doubles each time. */
export const maxReconnects = 5;
export const firstReconnectWait = 1_000;

/** The connection's settings; every attempt reads the token again. */
export function socketOptions(): Partial<ManagerOptions & SocketOptions> {
  return {
    withCredentials: true,
    auth: (send) => send({ token: storedToken.read() ?? undefined }),
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    timeout: 10_000,
    reconnectionAttempts: maxReconnects,
    reconnectionDelay: firstReconnectWait,
    reconnectionDelayMax: firstReconnectWait * 2 ** (maxReconnects - 1),
    randomizationFactor: 0.2,
  };
}

/** A doubling delay for each attempt; `next` returns null when no attempts are left. */
export function createBackoff(attempts: number, firstDelay: number) {
  let used = 0;
  return {
    next: (): number | null => (used < attempts ? firstDelay * 2 ** used++ : null),
    reset: (): void => {
      used = 0;
    },
  };
}

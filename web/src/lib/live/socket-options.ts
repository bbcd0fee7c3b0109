import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import { storedToken } from '../storage.ts';

/** Reconnection attempts, and the first delay in milliseconds, which doubles each time. */
export const maxReconnects = 5;
export const firstReconnectWait = 1_000;

/** Every attempt reads the token again. */
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

/** Doubles the delay for each attempt; `next` returns null when none are left. */
export function createBackoff(attempts: number, firstDelay: number) {
  let used = 0;
  return {
    next: (): number | null => (used < attempts ? firstDelay * 2 ** used++ : null),
    reset: (): void => {
      used = 0;
    },
  };
}

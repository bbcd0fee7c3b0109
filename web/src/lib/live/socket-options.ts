import type { ManagerOptions, SocketOptions } from 'socket.io-client';
import { storedToken } from '../storage.ts';

/** Attempts and the first wait before one; each further wait doubles (spec §9). */
export const maxReconnects = 5;
export const firstReconnectWait = 1_000;

/** Connection settings of spec §9; the token is read anew for every attempt. */
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

/** Waits that double, as many as there are attempts; `next` is null once they are used up. */
export function createBackoff(attempts: number, firstWait: number) {
  let used = 0;
  return {
    next: (): number | null => (used < attempts ? firstWait * 2 ** used++ : null),
    reset: (): void => {
      used = 0;
    },
  };
}

import { maxWaitingNames, type Waiting } from '@keydesk/shared/keys/wait-routes';
import type { KeyRow } from '../keys/index.ts';
import type { NewNotification } from '../notifications/index.ts';

/** Somebody who wants to hear that a key is back. */
export type Waiter = { keyId: string; userId: string; name: string };

/** What everybody is told who waited for this key: all at once, so that nobody has it for certain. */
export function backNotices(
  { id, keyNumber, keyName }: Pick<KeyRow, 'id' | 'keyNumber' | 'keyName'>,
  waiters: readonly Waiter[],
): NewNotification[] {
  return waiters
    .filter(({ keyId }) => keyId === id)
    .map(({ userId }) => ({
      userId,
      template: 'key-back',
      facts: { keyNumber, keyName },
      aboutId: id,
    }));
}

/** How many wait for a key, and the names of those who wait longest; nothing if nobody does. */
export function waitingFor(keyId: string, waiters: readonly Waiter[]): Waiting {
  const names = waiters.filter((waiter) => waiter.keyId === keyId).map(({ name }) => name);
  if (names.length === 0) return {};
  return { waiting: names.length, waitingNames: names.slice(0, maxWaitingNames) };
}

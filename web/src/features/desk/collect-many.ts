import type { Key } from '@keydesk/shared/keys/key';
import { getErrorMessage } from '../../lib/api.ts';
import { collectKey } from './collect-key.ts';
import { outcomeTitle } from './scan/results.ts';

/** A key that was not collected now, and why: it is back already, or it failed. */
export type NotCollected = { item: Key; message: string; isBack: boolean };

/** So many calls are under way at a time. */
const atOnce = 4;

/**
 * Collects these keys, each by itself: one that fails keeps no other from coming back.
 * `onProgress` gets the number of keys done; returns those that were not collected now, in the order
 * given.
 */
export async function collectMany(
  items: readonly Key[],
  reason: string,
  onProgress: (done: number) => void,
): Promise<NotCollected[]> {
  const left = new Map<Key, NotCollected>();
  const waiting = [...items];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const notCollected = await collectOne(item, reason);
      if (notCollected) left.set(item, notCollected);
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.flatMap((item) => left.get(item) ?? []);
}

async function collectOne(item: Key, reason: string): Promise<NotCollected | null> {
  try {
    const outcome = await collectKey({ item, reason });
    return outcome.repeated ? { item, message: outcomeTitle(outcome), isBack: true } : null;
  } catch (cause) {
    return { item, message: getErrorMessage(cause), isBack: false };
  }
}

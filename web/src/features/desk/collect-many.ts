import type { Key } from '@keydesk/shared/keys/key';
import { getErrorMessage } from '../../lib/api.ts';
import { collectKey } from './collect-key.ts';

/** A key that could not be collected, and why. */
export type FailedCollect = { item: Key; message: string };

/** So many calls are under way at a time. */
const atOnce = 4;

/**
 * Collects these keys, each by itself: one that fails keeps no other from coming back.
 * `onProgress` gets the number of keys done; returns those that failed, in the order given.
 */
export async function collectMany(
  items: readonly Key[],
  reason: string,
  onProgress: (done: number) => void,
): Promise<FailedCollect[]> {
  const failed = new Map<Key, string>();
  const waiting = [...items];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      await collectKey({ item, reason }).catch((cause: unknown) =>
        failed.set(item, getErrorMessage(cause)),
      );
      done += 1;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items.flatMap((item) => {
    const message = failed.get(item);
    return message === undefined ? [] : [{ item, message }];
  });
}

import { setImmediate as nextTurn } from 'node:timers/promises';

type PendingCall<Key, Result> = {
  key: Key;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Turns a function of many keys, with results in the same order, into one of a single key. Calls in
 * one turn of the event loop are sent together at its end, so batches grow with the load; a call
 * never waits for an earlier batch.
 */
export function batchPerTick<Key, Result>(
  callAll: (keys: Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  let pending: PendingCall<Key, Result>[] = [];

  const callTogether = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    try {
      const results = await callAll(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (pending.length === 0) setImmediate(callTogether);
      pending.push({ key, resolve, reject });
    });
}

/**
 * Yields the items of a long list, and lets the event loop do other work after every `perTurn`
 * items.
 * @throws the signal's reason once it has aborted
 */
export async function* iterateYielding<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  perTurn = 100,
): AsyncGenerator<Item> {
  let count = 0;
  for (const item of items) {
    if (count % perTurn === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    count += 1;
    yield item;
  }
}

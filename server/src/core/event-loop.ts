import { setImmediate as nextTurn } from 'node:timers/promises';

type PendingCall<Key, Result> = {
  key: Key;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Turns a function of many keys, which returns its results in the same order, into one of a single
 * key. Calls made in one turn of the event loop are sent together at its end, so batches grow with
 * the load. A call never waits for an earlier batch.
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
 * Yields the items of a long list. After every `perTurn` items the event loop does other work
 * first, so that a long computation keeps nobody waiting.
 * @throws the signal's reason once it has aborted.
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

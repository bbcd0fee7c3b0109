import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The items of a long list, one by one. After every `perTurn` of them the event loop serves other
 * work first, so that computing over all of them keeps nobody waiting.
 * @throws the signal's reason, once it has aborted.
 */
export async function* inTurns<Item>(
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

import { setImmediate as nextTurn } from 'node:timers/promises';

type Waiting<Key, Answer> = {
  key: Key;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes a question about one out of a question about many, whose answers come in the same order.
 * What is asked in one turn of the program is asked together at its end: the busier the program,
 * the more that is. A question never waits for the answer to an earlier one.
 */
export function batchPerTick<Key, Answer>(
  askAll: (keys: Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  let waiting: Waiting<Key, Answer>[] = [];

  const askTogether = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await askAll(asked.map(({ key }) => key));
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askTogether);
      waiting.push({ key, resolve, reject });
    });
}

/**
 * The items of a long list, one by one. After every `perTurn` of them the event loop serves other
 * work first, so that computing over all of them keeps nobody waiting.
 * @throws the signal's reason, once it has aborted.
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

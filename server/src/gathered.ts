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
export const gathered = <Key, Answer>(
  askAll: (keys: Key[]) => Promise<readonly Answer[]>,
): ((key: Key) => Promise<Answer>) => {
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
};

type Waiting<Key, Answer> = {
  key: Key;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/**
 * Makes a question about one out of a question about many, whose answers come in the same order.
 * What is asked while an answer is under way is asked together as soon as it is there.
 */
export const gathered = <Key, Answer>(
  askAll: (keys: Key[]) => Promise<readonly Answer[]>,
): ((key: Key) => Promise<Answer>) => {
  let waiting: Waiting<Key, Answer>[] = [];
  let asking = false;

  const askNext = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      const answers = await askAll(asked.map(({ key }) => key));
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  const askOn = async (): Promise<void> => {
    asking = true;
    while (waiting.length > 0) await askNext();
    asking = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!asking) void askOn();
    });
};

import { describe, expect, test } from 'vitest';
import { batchPerTick } from './event-loop.ts';

/** A question whose answers come when the test says so. */
function asker() {
  const asked: { keys: number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = batchPerTick(
    (keys: number[]) =>
      new Promise<string[]>((resolve, reject) => {
        const answer = () => resolve(keys.map((key) => `answer ${key}`));
        asked.push({ keys, answer, fail: reject });
      }),
  );
  const keysAsked = () => asked.map(({ keys }) => keys);
  return { asked, keysAsked, ask };
}

describe('gathered questions', () => {
  test('of one turn are asked together', async () => {
    const { asked, keysAsked, ask } = asker();
    const answers = [ask(1), ask(2), ask(3)];
    await expect.poll(keysAsked).toEqual([[1, 2, 3]]);
    asked[0]?.answer();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  test('do not wait for the answer to earlier ones', async () => {
    const { asked, keysAsked, ask } = asker();
    const unanswered = ask(1);
    await expect.poll(keysAsked).toEqual([[1]]);
    const second = ask(2);
    await expect.poll(keysAsked).toEqual([[1], [2]]);
    asked[1]?.answer();
    expect(await second).toBe('answer 2');
    asked[0]?.answer();
    expect(await unanswered).toBe('answer 1');
  });

  test('fail together, and the next ones are asked anew', async () => {
    const { asked, keysAsked, ask } = asker();
    const first = ask(1);
    const refused = expect(first).rejects.toThrow('Away');
    await expect.poll(keysAsked).toEqual([[1]]);
    asked[0]?.fail(new Error('Away'));
    await refused;
    const second = ask(2);
    await expect.poll(keysAsked).toEqual([[1], [2]]);
    asked[1]?.answer();
    expect(await second).toBe('answer 2');
  });
});

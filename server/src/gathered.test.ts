import { describe, expect, test } from 'vitest';
import { gathered } from './gathered.ts';

/** A question whose answers come when the test says so. */
const asker = () => {
  const asked: { keys: number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = gathered(
    (keys: number[]) =>
      new Promise<string[]>((resolve, reject) => {
        const answer = () => resolve(keys.map((key) => `answer ${key}`));
        asked.push({ keys, answer, fail: reject });
      }),
  );
  return { asked, ask };
};

describe('gathered questions', () => {
  test('are asked at once when none is under way, and together after the one that is', async () => {
    const { asked, ask } = asker();
    const answers = [ask(1), ask(2), ask(3)];
    expect(asked.map(({ keys }) => keys)).toEqual([[1]]);
    asked[0]?.answer();
    expect(await answers[0]).toBe('answer 1');
    await expect.poll(() => asked.map(({ keys }) => keys)).toEqual([[1], [2, 3]]);
    asked[1]?.answer();
    expect(await Promise.all(answers)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });

  test('fail together, and the next ones are asked anew', async () => {
    const { asked, ask } = asker();
    const first = ask(1);
    asked[0]?.fail(new Error('Away'));
    await expect(first).rejects.toThrow('Away');
    const second = ask(2);
    asked[1]?.answer();
    expect(await second).toBe('answer 2');
  });
});

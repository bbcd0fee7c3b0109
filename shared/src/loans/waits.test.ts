import { expect, test } from 'vitest';
import { waitingText } from './waits.ts';

test.each([
  [{}, ''],
  [{ waiting: 1 }, '1 person waits for it'],
  [{ waiting: 1, waitingNames: ['Asha Rao'] }, '1 person waits for it (Asha Rao)'],
  [{ waiting: 2, waitingNames: ['Asha', 'Ravi'] }, 'Two people wait for it (Asha, Ravi)'],
  [
    { waiting: 9, waitingNames: ['Asha', 'Ravi'] },
    'Nine people wait for it (Asha, Ravi and 7 more)',
  ],
  [{ waiting: 10 }, '10 people wait for it'],
])('of %j who wait the desk reads "%s"', (waiting, text) => {
  expect(waitingText(waiting)).toBe(text);
});

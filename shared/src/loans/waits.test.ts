import { expect, test } from 'vitest';
import { waitingText } from './waits.ts';

test.each([
  [{}, ''],
  [{ waiting: 1 }, '1 person is waiting'],
  [{ waiting: 1, waitingNames: ['Asha Rao'] }, '1 person is waiting: Asha Rao'],
  [{ waiting: 2, waitingNames: ['Asha', 'Ravi'] }, '2 people are waiting: Asha, Ravi'],
  [{ waiting: 9, waitingNames: ['Asha', 'Ravi'] }, '9 people are waiting: Asha, Ravi and 7 more'],
  [{ waiting: 10 }, '10 people are waiting'],
])('of %j who wait the desk reads "%s"', (waiting, text) => {
  expect(waitingText(waiting)).toBe(text);
});

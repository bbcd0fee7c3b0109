import { expect, test } from 'vitest';
import { waitingText } from './waiting-text.ts';

test.each([
  [0, ''],
  [1, '1 person waits for it'],
  [2, 'Two people wait for it'],
  [9, 'Nine people wait for it'],
  [10, '10 people wait for it'],
])('of %d who wait the desk reads "%s"', (waiting, text) => {
  expect(waitingText(waiting)).toBe(text);
});

import { expect, it } from 'vitest';
import { createBackoff } from './socket-options.ts';

it('doubles the wait until the attempts are used up', () => {
  const waits = createBackoff(5, 1_000);
  const asked = Array.from({ length: 6 }, waits.next);
  expect(asked).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, null]);
});

it('starts over after a reset', () => {
  const waits = createBackoff(1, 1_000);
  waits.next();
  waits.reset();
  expect(waits.next()).toBe(1_000);
});

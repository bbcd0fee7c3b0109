import { expect, test } from 'vitest';
import { returnText } from './return-text.ts';

test('The button counts the keys it returns', () => {
  expect([0, 1, 2].map(returnText)).toEqual(['Return 0 Keys', 'Return 1 Key', 'Return 2 Keys']);
});

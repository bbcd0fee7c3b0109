import { expect, test } from 'vitest';
import { announceResult } from './feedback.ts';

test('without sound and vibration a result stays silent', () => {
  expect(() => announceResult('failure')).not.toThrow();
});

import { expect, test } from 'vitest';
import { playFeedback } from './feedback.ts';

test('without sound and vibration a result stays silent', () => {
  expect(() => playFeedback('failure')).not.toThrow();
});

import { expect, test } from 'vitest';
import { missedWords } from './count-findings.tsx';

test('keys that a count missed are called not seen only while they are', () => {
  const notSeenSince = '2026-01-05T09:00:00.000Z';
  expect(missedWords([{ notSeenSince }]).title).toBe('Not seen');
  const some = missedWords([{ notSeenSince }, {}]);
  expect(some.title).toBe('Not seen');
  expect(some.text).toBe(
    '1 of them is still not seen. The other has been seen, handed over or reported.',
  );
  expect(missedWords([{}]).text).toBe('All of them have been seen, handed over or reported.');
});

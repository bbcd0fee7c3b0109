import { expect, test } from 'vitest';
import { unavailableText } from './refused-handover.ts';

const out = {
  key: { keyId: '1', keyNumber: 'A-101', keyName: 'Physics Lab' },
  holder: { userId: '2', name: 'Ravi Kumar' },
};

test.each([
  ['2026-11-23T03:42:00Z', '09:12'],
  ['2026-11-22T18:29:00Z', '22 Nov, 23:59'],
  ['2026-11-22T18:30:00Z', '00:00'],
  ['2025-11-23T03:42:00Z', '23 Nov 2025, 09:12'],
])('a key that is out since %s is so in the words of the campus: %s', (since, said) => {
  expect(unavailableText({ ...out, since }, new Date('2026-11-23T06:00:00Z'), 'Asia/Kolkata')).toBe(
    `Key is not available: A-101 is with Ravi Kumar since ${said}`,
  );
});

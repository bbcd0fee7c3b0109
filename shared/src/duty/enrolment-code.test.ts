import { expect, test } from 'vitest';
import { formatEnrolmentCode, parseEnrolmentCode } from './enrolment-code.ts';

test('a code is shown in groups of four', () => {
  expect(formatEnrolmentCode('0123456789AB')).toBe('0123-4567-89AB');
});

test.each(['0123-4567-89AB', '0123456789ab', ' 0123 4567 89ab ', 'OI23-4567-89AB', 'ol23456789ab'])(
  'is read however it is typed: %j',
  (typed) => {
    expect(parseEnrolmentCode(typed)).toBe('0123456789AB');
  },
);

test.each(['', '0123', '0123-4567-89ABC', '0123-4567-89A!', 'U123-4567-89AB'])(
  '%j is no code',
  (typed) => {
    expect(parseEnrolmentCode(typed)).toBeNull();
  },
);

import { describe, expect, test } from 'vitest';
import { type SignInError, signInErrorQuery, signInErrorText } from './sign-in-error.ts';

function read(query: Record<string, string>) {
  return signInErrorText({ get: (name) => query[name] ?? null });
}

function textOf(error: SignInError, minutes?: number) {
  return read(signInErrorQuery(error, minutes));
}

describe('the sign-in page says', () => {
  test.each([
    ['oauth_failed', 'Google authentication failed. Please try again.'],
    [
      'wrong_domain',
      'This Google account is not from this campus. Please choose your campus account.',
    ],
    ['account_closed', 'This account is closed. Please ask an administrator.'],
  ] as const)('of %s: %s', (error, text) => {
    expect(textOf(error)).toBe(text);
  });

  test('how long a lockout lasts', () => {
    const locked = 'Too many failed sign-ins from your network. Please try again';
    expect(textOf('locked', 12)).toBe(`${locked} in 12 minutes.`);
    expect(textOf('locked', 1)).toBe(`${locked} in 1 minute.`);
  });

  test.each([undefined, '', '-1', '0', '2.5', '61', '<b>'])(
    'nothing made up of a lockout of %j minutes',
    (minutes) => {
      expect(read({ error: 'locked', ...(minutes !== undefined && { minutes }) })).toBe(
        'Too many failed sign-ins from your network. Please try again later.',
      );
    },
  );

  test.each([undefined, '', 'unknown', 'toString'])('nothing of the error %j', (error) => {
    expect(read({ ...(error !== undefined && { error }) })).toBeNull();
  });
});

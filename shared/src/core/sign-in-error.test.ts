import { describe, expect, test } from 'vitest';
import { type SignInError, signInErrorQuery, signInErrorText } from './sign-in-error.ts';

function read(query: Record<string, string>, signInName?: string) {
  return signInErrorText({ get: (name) => query[name] ?? null }, signInName);
}

function textOf(error: SignInError, minutes?: number) {
  return read(signInErrorQuery(error, minutes));
}

describe('the sign-in page says', () => {
  test.each([
    ['oauth_failed', 'Google authentication failed. Please try again.'],
    ['wrong_domain', 'This Google account is not from this campus. Choose your campus account.'],
    ['account_closed', 'This account is closed. Ask an admin.'],
    ['email_unverified', 'Your sign-in provider did not confirm your email address. Ask an admin.'],
    ['no_email', 'Google did not share your email address. Ask an admin.'],
    ['no_details', 'Google did not say who this account belongs to. Try again, or ask an admin.'],
    [
      'other_account',
      'Someone with this email address signs in with another account. Ask an admin to link this one.',
    ],
    ['provider_refused', 'Google does not let this account sign in here. Ask an admin.'],
    ['not_set_up', 'Sign-in with Google is not set up correctly. Tell an admin.'],
  ] as const)('of %s: %s', (error, text) => {
    expect(textOf(error)).toBe(text);
  });

  test('the name of another provider', () => {
    expect(read({ error: 'oauth_failed' }, 'Campus ID')).toBe(
      'Campus ID authentication failed. Please try again.',
    );
  });

  test('how long a lockout lasts', () => {
    const locked = 'Too many failed sign-ins in this browser. Try again';
    expect(textOf('browser_locked', 12)).toBe(`${locked} in 12 minutes.`);
    expect(textOf('browser_locked', 1)).toBe(`${locked} in 1 minute.`);
  });

  test.each([undefined, '', '-1', '0', '2.5', '61', '<b>'])(
    'nothing made up of a lockout of %j minutes',
    (minutes) => {
      expect(read({ error: 'browser_locked', ...(minutes !== undefined && { minutes }) })).toBe(
        'Too many failed sign-ins in this browser. Try again later.',
      );
    },
  );

  test.each(['unknown', 'toString', '<b>'])('the same of every unknown error: %j', (error) => {
    expect(read({ error })).toBe('You could not be signed in. Try again.');
  });

  test('nothing without an error', () => {
    expect(read({})).toBeNull();
    expect(read({ error: '' })).toBeNull();
  });
});

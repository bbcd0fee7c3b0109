import { signInErrorQuery } from '@keydesk/shared/core/sign-in-error';
import { expect, test } from 'vitest';
import { SignInFailed, type SignInFailureReason } from './identity.ts';
import { pageAfterSignIn } from './sign-in-routes.ts';

test.each<[SignInFailureReason, string, string?]>([
  ['wrong-domain', 'wrong_domain'],
  ['account-closed', 'account_closed'],
  ['address-of-another', 'other_account', '0123456789abcdef01234567'],
  ['email-unverified', 'email_unverified'],
  ['token-invalid', 'no_email', 'email'],
  ['token-invalid', 'oauth_failed', 'iss'],
  ['userinfo-failed', 'no_details', 'OAUTH_TIMEOUT'],
  ['exchange-refused', 'not_set_up', 'invalid_client'],
  ['provider-refused', 'provider_refused', 'admin_policy_enforced'],
  ['provider-refused', 'oauth_failed', 'access_denied'],
  ['provider-refused', 'oauth_failed', 'temporarily_unavailable'],
  ['provider-unreachable', 'oauth_failed'],
  ['code-refused', 'oauth_failed'],
  ['state-mismatch', 'oauth_failed'],
])('somebody refused for %s is told %s', (reason, told, detail) => {
  expect(new SignInFailed(reason, detail).publicError).toBe(told);
});

test('an unverified address leads to its page, here and at a front end elsewhere', () => {
  const outcome = signInErrorQuery(new SignInFailed('email-unverified').publicError);
  expect(pageAfterSignIn(undefined, outcome)).toBe(
    '/verify-email?error=oauth_failed&reason=email_unverified',
  );
  expect(pageAfterSignIn(undefined, outcome, 'https://app.example.edu')).toBe(
    'https://app.example.edu/verify-email?error=oauth_failed&reason=email_unverified',
  );
  expect(pageAfterSignIn('https://app.example.edu/keys', outcome, 'https://x.example.edu')).toBe(
    'https://app.example.edu/keys?error=oauth_failed&reason=email_unverified',
  );
});

import { t } from '../texts/en/sign-in.ts';

/** The default name of the sign-in provider. */
export const defaultSignInName = 'Google';

/** Texts with the provider's name as a parameter. */
const texts = [
  'oauth_failed',
  'wrong_domain',
  'account_closed',
  'email_unverified',
  'no_email',
  'no_details',
  'other_account',
  'provider_refused',
  'not_set_up',
] as const;

/** Why a sign-in failed, in the query of the page that it returns to. */
export type SignInError = (typeof texts)[number] | 'browser_locked';

/** The longest lockout that the security settings allow. */
export const maxLockoutMinutes = 60;

/** The used part of `URLSearchParams`. */
type Query = { get(name: string): string | null };

/** The sign-in page's message for its query; null without an error. */
export function signInErrorText(query: Query, name = defaultSignInName): string | null {
  return knownErrorText(query, name) ?? (query.get('error') ? t('unknown') : null);
}

/** Null for an error that is not of a sign-in. */
function knownErrorText(query: Query, name = defaultSignInName): string | null {
  const error = query.get('error') && (query.get('reason') ?? query.get('error'));
  if (error === 'browser_locked') return lockedText(Number(query.get('minutes')));
  const known = texts.find((code) => code === error);
  return known ? t(known, { name }) : null;
}

/** Anybody can make up the page's address, so its number is validated before it is shown. */
function lockedText(minutes: number): string {
  const possible = Number.isInteger(minutes) && minutes >= 1 && minutes <= maxLockoutMinutes;
  return possible ? t('browser_locked', { minutes }) : t('browser_locked_later');
}

/** The query that `signInErrorText` reads. Its `error` is the one that every client knows. */
export function signInErrorQuery(reason: SignInError, minutes?: number): Record<string, string> {
  return {
    error: 'oauth_failed',
    ...(reason !== 'oauth_failed' && { reason }),
    ...(minutes !== undefined && { minutes: String(minutes) }),
  };
}

const confirmationTexts = ['session-ended', 'other-person', 'not-recent'] as const;

/** The `error` in the query of the page that a failed re-authentication returns to. */
export type ConfirmationError = (typeof confirmationTexts)[number];

/** Null when the re-authentication succeeded. */
export function confirmationErrorText(query: Query, signInName?: string): string | null {
  const error = query.get('error');
  if (error === null) return null;
  const known = confirmationTexts.find((code) => code === error);
  return known ? t(known) : (knownErrorText(query, signInName) ?? t('not-confirmed'));
}

import { t } from '../texts/en/sign-in.ts';

/** The provider that people sign in with where no other one is named. */
export const defaultSignInName = 'Google';

/** What is said of each refusal, by the name of the provider. */
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

/** Why a sign-in failed: the `error` in the query of the page it returns to. */
export type SignInError = (typeof texts)[number] | 'browser_locked';

/** The longest lockout that the security settings allow. */
export const maxLockoutMinutes = 60;

/** The part of `URLSearchParams` that is used here. */
type Query = { get(name: string): string | null };

/** The sign-in page's message for its query; null when that names no error. */
export function signInErrorText(query: Query, name = defaultSignInName): string | null {
  return knownErrorText(query, name) ?? (query.get('error') ? t('unknown') : null);
}

/** The same, but null for an error that is not of a sign-in. */
function knownErrorText(query: Query, name = defaultSignInName): string | null {
  const error = query.get('error') ?? '';
  if (error === 'browser_locked') return lockedText(Number(query.get('minutes')));
  const known = texts.find((code) => code === error);
  return known ? t(known, { name }) : null;
}

/** Anybody can make up the page's address, so its number is checked before it is shown. */
function lockedText(minutes: number): string {
  const possible = Number.isInteger(minutes) && minutes >= 1 && minutes <= maxLockoutMinutes;
  return possible ? t('browser_locked', { minutes }) : t('browser_locked_later');
}

/** The query that `signInErrorText` reads. */
export function signInErrorQuery(error: SignInError, minutes?: number): Record<string, string> {
  return { error, ...(minutes === undefined ? {} : { minutes: String(minutes) }) };
}

const confirmationTexts = ['session-ended', 'other-person', 'not-recent'] as const;

/** Why a re-authentication failed: the `error` in the query of the page it returns to. */
export type ConfirmationError = (typeof confirmationTexts)[number];

/** The message for the page's query; null when the re-authentication succeeded. */
export function confirmationErrorText(query: Query, signInName?: string): string | null {
  const error = query.get('error');
  if (error === null) return null;
  const known = confirmationTexts.find((code) => code === error);
  return known ? t(known) : (knownErrorText(query, signInName) ?? t('not-confirmed'));
}

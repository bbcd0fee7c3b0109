import { plural } from './text.ts';

/** The provider that people sign in with where no other one is named. */
export const defaultSignInName = 'Google';

/** What is said of each refusal, by the name of the provider. */
const texts = {
  oauth_failed: (name: string) => `${name} authentication failed. Please try again.`,
  wrong_domain: (name: string) =>
    `This ${name} account is not from this campus. Please choose your campus account.`,
  account_closed: () => 'This account is closed. Please ask an administrator.',
  email_unverified: () =>
    'Your sign-in provider did not confirm your email address. Ask your administrator.',
  no_email: (name: string) =>
    `${name} did not tell the email address of this account. Please ask an administrator.`,
  no_details: (name: string) =>
    `${name} did not answer who this account belongs to. Please try again, or ask an administrator.`,
  other_account: () =>
    'Somebody with this email address signs in with another account. Please ask an administrator to link this one.',
  provider_refused: (name: string) =>
    `${name} does not let this account sign in here. Please ask an administrator.`,
  not_set_up: (name: string) =>
    `Signing in with ${name} is not set up correctly here. Please tell an administrator.`,
} as const;

/** Why a sign-in failed: the `error` in the query of the page it returns to. */
export type SignInError = keyof typeof texts | 'browser_locked';

/** The longest lockout that the security settings allow. */
export const maxLockoutMinutes = 60;

/** The part of `URLSearchParams` that is used here. */
type Query = { get(name: string): string | null };

/** The sign-in page's message for its query; null when that names no error. */
export function signInErrorText(query: Query, name = defaultSignInName): string | null {
  return knownErrorText(query, name) ?? (query.get('error') ? unknownText : null);
}

const unknownText = 'You could not be signed in. Please try again.';

/** The same, but null for an error that is not of a sign-in. */
function knownErrorText(query: Query, name = defaultSignInName): string | null {
  const error = query.get('error') ?? '';
  if (error === 'browser_locked') return lockedText(Number(query.get('minutes')));
  return Object.hasOwn(texts, error) ? texts[error as keyof typeof texts](name) : null;
}

const locked = 'Too many failed sign-ins in this browser. Please try again';

/** Anybody can make up the page's address, so its number is checked before it is shown. */
function lockedText(minutes: number): string {
  const possible = Number.isInteger(minutes) && minutes >= 1 && minutes <= maxLockoutMinutes;
  return possible ? signInLockedText(minutes) : `${locked} later.`;
}

/** The message for who is locked out, on the page and in the API's answer. */
export function signInLockedText(minutes: number): string {
  return `${locked} in ${plural(minutes, 'minute')}.`;
}

/** The query that `signInErrorText` reads. */
export function signInErrorQuery(error: SignInError, minutes?: number): Record<string, string> {
  return { error, ...(minutes === undefined ? {} : { minutes: String(minutes) }) };
}

const confirmationTexts = {
  'session-ended': 'You are no longer signed in. Please sign in again.',
  'other-person':
    'That was another account. Please confirm with the account you are signed in with.',
  'not-recent':
    'Your identity provider did not ask who you are. Please sign out there, then try again.',
} as const;

/** Why a re-authentication failed: the `error` in the query of the page it returns to. */
export type ConfirmationError = keyof typeof confirmationTexts;

/** The message for the page's query; null when the re-authentication succeeded. */
export function confirmationErrorText(query: Query, signInName?: string): string | null {
  const error = query.get('error');
  if (error === null) return null;
  if (Object.hasOwn(confirmationTexts, error)) return confirmationTexts[error as ConfirmationError];
  return (
    knownErrorText(query, signInName) ?? 'The confirmation did not come about. Please try again.'
  );
}

const texts = {
  oauth_failed: 'Google authentication failed. Please try again.',
  wrong_domain: 'This Google account is not from this campus. Please choose your campus account.',
  account_closed: 'This account is closed. Please ask an administrator.',
} as const;

/** Why a sign-in failed: the `error` in the query of the page it returns to. */
export type SignInError = keyof typeof texts | 'locked';

const lockedPrefix = 'Too many failed sign-ins from your network. Please try again';

/** The longest lockout that the security settings allow. */
const maxLockoutMinutes = 60;

/** The part of `URLSearchParams` that is used here. */
export type Query = { get(name: string): string | null };

/** The sign-in page's message for its query; null when that names no known error. */
export function signInErrorText(query: Query): string | null {
  const error = query.get('error') ?? '';
  if (error === 'locked') return lockedText(Number(query.get('minutes')));
  return Object.hasOwn(texts, error) ? texts[error as keyof typeof texts] : null;
}

/** Anybody can make up the page's address, so its number is checked before it is shown. */
function lockedText(minutes: number): string {
  const possible = Number.isInteger(minutes) && minutes >= 1 && minutes <= maxLockoutMinutes;
  return possible ? signInLockedText(minutes) : `${lockedPrefix} later.`;
}

/** The message for a locked-out network, on the page and in the API's answer. */
export function signInLockedText(minutes: number): string {
  return `${lockedPrefix} in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}

/** The query that `signInErrorText` reads. */
export function signInErrorQuery(error: SignInError, minutes?: number): Record<string, string> {
  return { error, ...(minutes === undefined ? {} : { minutes: String(minutes) }) };
}

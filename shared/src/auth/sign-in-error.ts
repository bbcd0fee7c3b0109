const texts = {
  oauth_failed: 'Google authentication failed. Please try again.',
  wrong_domain: 'This Google account is not from this campus. Please choose your campus account.',
  account_closed: 'This account is closed. Please ask an administrator.',
} as const;

/** Why a sign-in sent its person back: the `error` in the address of the page they return to. */
export type SignInError = keyof typeof texts | 'locked';

const lockedPrefix = 'Too many failed sign-ins from your network. Please try again';

/** The longest lockout that the security settings allow. */
const maxLockoutMinutes = 60;

/** As much of `URLSearchParams` as is read here. */
export type Query = { get(name: string): string | null };

/** What the sign-in page says to the query it was opened with; null when that names no known error. */
export function signInErrorText(query: Query): string | null {
  const error = query.get('error') ?? '';
  if (error === 'locked') return lockedText(Number(query.get('minutes')));
  return Object.hasOwn(texts, error) ? texts[error as keyof typeof texts] : null;
}

/** The address of the page can be made up by anybody, so its number is not repeated unread. */
function lockedText(minutes: number): string {
  const possible = Number.isInteger(minutes) && minutes >= 1 && minutes <= maxLockoutMinutes;
  return possible ? signInLockedText(minutes) : `${lockedPrefix} later.`;
}

/** What somebody reads whose network is locked out, in the page and in the API's answer. */
export function signInLockedText(minutes: number): string {
  return `${lockedPrefix} in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}

/** The query that `signInErrorText` reads. */
export function signInErrorQuery(error: SignInError, minutes?: number): Record<string, string> {
  return { error, ...(minutes === undefined ? {} : { minutes: String(minutes) }) };
}

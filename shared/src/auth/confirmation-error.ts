import { type Query, signInErrorText } from './sign-in-error.ts';

const texts = {
  'session-ended': 'You are no longer signed in. Please sign in again.',
  'other-person':
    'That was another account. Please confirm with the account you are signed in with.',
  'not-recent':
    'Your identity provider did not ask who you are. Please sign out there, then try again.',
} as const;

/** Why somebody has not proved who they are: the `error` in the address of the page they return to. */
export type ConfirmationError = keyof typeof texts;

/** What that page says to the query it was opened with; null when the confirmation came about. */
export function confirmationErrorText(query: Query): string | null {
  const error = query.get('error');
  if (error === null) return null;
  if (Object.hasOwn(texts, error)) return texts[error as ConfirmationError];
  return signInErrorText(query) ?? 'The confirmation did not come about. Please try again.';
}

import { knownErrorText, type Query } from './sign-in-error.ts';

const texts = {
  'session-ended': 'You are no longer signed in. Please sign in again.',
  'other-person':
    'That was another account. Please confirm with the account you are signed in with.',
  'not-recent':
    'Your identity provider did not ask who you are. Please sign out there, then try again.',
} as const;

/** Why a re-authentication failed: the `error` in the query of the page it returns to. */
export type ConfirmationError = keyof typeof texts;

/** The message for the page's query; null when the re-authentication succeeded. */
export function confirmationErrorText(query: Query, signInName?: string): string | null {
  const error = query.get('error');
  if (error === null) return null;
  if (Object.hasOwn(texts, error)) return texts[error as ConfirmationError];
  return (
    knownErrorText(query, signInName) ?? 'The confirmation did not come about. Please try again.'
  );
}

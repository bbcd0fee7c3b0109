import { t } from '../texts/en/client-errors.ts';

/** Error messages and the texts shown instead; others are shown unchanged. */
const friendly = {
  'Network Error': 'unreachable',
  ERR_NETWORK: 'connection-failed',
  'No internet connection': 'offline',
  'Invalid credentials': 'wrong-credentials',
  'User already exists': 'account-exists',
  'User not found': 'no-account',
  'Invalid or expired verification code': 'wrong-code',
  'Invalid or expired reset token': 'wrong-link',
  'All fields are required': 'fields-required',
  'Email is required': 'email-required',
  'Password is required': 'password-required',
  'Name is required': 'name-required',
  'Server error': 'server-error',
  'Internal server error': 'server-unavailable',
} as const;

const friendlyByLowerCase = new Map(
  Object.entries(friendly).map(([message, key]) => [message.toLowerCase(), key]),
);

export function friendlyMessage(message: string | null | undefined): string {
  const text = message?.trim();
  if (!text) return t('unexpected');
  const key = friendlyByLowerCase.get(text.toLowerCase());
  return key ? t(key) : text;
}

/** Beside what went wrong with a change that was not answered. */
export function outcomeUnknown(): string {
  return t('outcome-unknown');
}

/** Empty for details that are no object. */
export function detailsAs<T>(details: unknown): Partial<T> {
  return typeof details === 'object' && details !== null ? (details as Partial<T>) : {};
}

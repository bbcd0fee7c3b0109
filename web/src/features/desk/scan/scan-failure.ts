import { friendlyMessage } from '@keydesk/shared/friendly-message';
import { parseQrData } from '@keydesk/shared/handovers/qr-parse';
import { ApiError, isNetworkError, messageOf } from '../../../lib/api-error.ts';

/** Why a scan failed, as the desk is told. */
export type ScanFailure = {
  message: string;
  /** The key that the code was for, where that helps: number and name. */
  key: { keyNumber: string; keyName: string } | null;
  /** The same scan may succeed when repeated. */
  repeatable: boolean;
};

const fallback = 'Failed to process QR code';

const isTimeout = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'TimeoutError';

const textOf = (cause: unknown): string => {
  if (isTimeout(cause)) return friendlyMessage('Network Error');
  const saysNothing = cause instanceof ApiError && cause.code === 'UNKNOWN' && cause.status < 500;
  return saysNothing ? fallback : messageOf(cause, fallback);
};

/** Turns anything thrown while a scan was processed into what the desk is told. */
export const failureOf = (cause: unknown): ScanFailure => ({
  message: textOf(cause),
  key: null,
  repeatable:
    isTimeout(cause) ||
    isNetworkError(cause) ||
    (cause instanceof ApiError && (cause.status >= 500 || cause.status === 429)),
});

/** Whether the message speaks of expiry, so that the key's number and name are worth fetching. */
export const mentionsExpiry = (message: string): boolean => /expir/i.test(message);

const keyIdsOf = (source: unknown): readonly unknown[] =>
  typeof source === 'object' &&
  source !== null &&
  'keyIds' in source &&
  Array.isArray(source.keyIds)
    ? source.keyIds
    : [];

/** The one key that a failed scan was about, or null: named by the refusal, else by the code itself. */
export const keyIdOfFailure = (cause: unknown, text: string): string | null => {
  const parsed = parseQrData(text);
  const claimed = parsed.ok ? parsed.code.keyIds : [];
  const named = cause instanceof ApiError ? keyIdsOf(cause.details) : [];
  const [only, ...others] = named.length > 0 ? named : claimed;
  return typeof only === 'string' && others.length === 0 ? only : null;
};

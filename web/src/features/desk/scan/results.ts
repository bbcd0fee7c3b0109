import { friendlyMessage } from '@keydesk/shared/friendly-message';
import { parseQrData } from '@keydesk/shared/handovers/qr-parse';
import type { Key } from '@keydesk/shared/keys/key';
import type { UserDetails } from '@keydesk/shared/users/user';
import { ApiError, getErrorMessage, isNetworkError } from '../../../lib/api.ts';

/** The result of a scan, or of a collection by hand. */
export type Outcome =
  | {
      kind: 'handed-over' | 'returned' | 'collected';
      keyNumber: string;
      keyName: string;
      personName: string;
      at: string;
    }
  | { kind: 'batch-returned'; keyNumbers: readonly string[]; at: string };

/** What happened, in one or two words. */
export const outcomeLabel: Record<Outcome['kind'], string> = {
  'handed-over': 'Handed over',
  returned: 'Returned',
  collected: 'Collected',
  'batch-returned': 'Returned',
};

/** How long a result stays open; longer for a batch, whose keys are counted. */
export function autoCloseMs(outcome: Outcome): number {
  return outcome.kind === 'batch-returned'
    ? Math.min(4_000 + 800 * outcome.keyNumbers.length, 30_000)
    : 4_000;
}

type NamedKey = { keyNumber: string; keyName: string };

export function collectedText({ keyNumber, keyName }: NamedKey): string {
  return `Key ${keyNumber} (${keyName}) collected successfully`;
}

export function returnedText({ keyNumber, keyName }: NamedKey): string {
  return `Key ${keyNumber} (${keyName}) returned successfully`;
}

/** A return code as the server reads it. */
export type ReturnCode = { keyId: string; userId: string | null; attested: boolean };

/** What Confirm Return shows, with placeholders for what is unknown. */
export type ReturnDetails = {
  keyNumber: string;
  keyName: string;
  location: string | null;
  personName: string;
  personEmail: string;
  /** Truncated; only for a person whose details are unknown. */
  personId: string | null;
  /** Who has the key on loan, if that is not the person above. */
  loanedTo: string | null;
  takenAt: string | null;
  /** The loan shown, which must still be open when the key is returned. */
  loanId: string | null;
  /** The key is known to be at the desk. */
  atDesk: boolean;
  attested: boolean;
};

type Person = Pick<ReturnDetails, 'personName' | 'personEmail' | 'personId'>;

/**
 * Collects what is known; `key` and `user` are null if they could not be fetched. A code that this
 * server did not issue proves nothing about the person, so the loan's holder is shown instead.
 */
export function returnDetails(
  code: ReturnCode,
  key: Key | null,
  user: UserDetails | null,
): ReturnDetails {
  const holder = key?.takenBy ?? null;
  const person =
    holder && (!code.attested || !code.userId)
      ? personOf(holder, holder.userId)
      : personOf(user, code.userId);
  return {
    keyNumber: key?.keyNumber ?? shortId(code.keyId),
    keyName: key?.keyName ?? 'Unknown Key',
    location: key?.location ?? null,
    ...person,
    loanedTo: holder && holder.name !== person.personName ? holder.name : null,
    takenAt: key?.takenAt ?? null,
    loanId: key?.loanId ?? null,
    atDesk: key !== null && key.loanId === null,
    attested: code.attested,
  };
}

function personOf(known: { name: string; email?: string | undefined } | null, id: string | null) {
  return {
    personName: known?.name ?? 'Unknown User',
    personEmail: known?.email ?? 'Unknown Email',
    personId: known || !id ? null : shortId(id),
  } satisfies Person;
}

/** An id, shortened to what a person can compare. */
function shortId(id: string): string {
  return `${id.slice(0, 8)}…`;
}

/** Why a scan failed, for the desk to read. */
export type ScanFailure = {
  message: string;
  /** The key that the code was for, where it helps to show it. */
  key: { keyNumber: string; keyName: string } | null;
  /** The same scan may succeed if repeated. */
  repeatable: boolean;
};

const fallbackMessage = 'Failed to process QR code';

/** Turns anything thrown while processing a scan into a failure to show. */
export function toScanFailure(cause: unknown): ScanFailure {
  return {
    message: messageFor(cause),
    key: null,
    repeatable:
      isTimeout(cause) ||
      isNetworkError(cause) ||
      (cause instanceof ApiError && (cause.status >= 500 || cause.status === 429)),
  };
}

function messageFor(cause: unknown): string {
  if (isTimeout(cause)) return friendlyMessage('Network Error');
  const saysNothing = cause instanceof ApiError && cause.code === 'UNKNOWN' && cause.status < 500;
  return saysNothing ? fallbackMessage : getErrorMessage(cause, fallbackMessage);
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

/** Whether the message mentions expiry, so that the key is worth fetching. */
export function mentionsExpiry(message: string): boolean {
  return /expir/i.test(message);
}

/** The one key that a failed scan was about, or null: from the server's error, else from the code. */
export function keyIdOfFailure(cause: unknown, text: string): string | null {
  const parsed = parseQrData(text);
  const claimed = parsed.ok ? parsed.code.keyIds : [];
  const named = cause instanceof ApiError ? keyIdsOf(cause.details) : [];
  const [only, ...others] = named.length > 0 ? named : claimed;
  return typeof only === 'string' && others.length === 0 ? only : null;
}

function keyIdsOf(source: unknown): readonly unknown[] {
  return typeof source === 'object' &&
    source !== null &&
    'keyIds' in source &&
    Array.isArray(source.keyIds)
    ? source.keyIds
    : [];
}

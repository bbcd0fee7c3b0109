import type { DeskSettings } from '../campus/settings.ts';
import { detailsAs } from '../core/client-errors.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { RuleVerdict } from '../core/rule-verdict.ts';
import { mayBorrow, type Role } from '../http/roles.ts';
import type { IncidentKind } from '../keys/incident-kinds.ts';
import type { StorageLocation } from '../keys/key.ts';
import type { KeyLevel } from '../keys/key-levels.ts';
import { acceptsTag } from '../keys/key-tag.ts';
import { type RetiredKey, tagOfRetiredKey } from '../keys/retired-key.ts';
import { invalidQr, type ScannedCode } from './qr-parse.ts';
import type { CodeType } from './qr-payload.ts';

/** A key, read under its lock. */
export type LockedKey = {
  id: string;
  keyNumber: string;
  isActive: boolean;
  openLoan: { id: string; holderId: string } | null;
  /** What is reported of it that keeps it from being handed out. */
  blockedBy: IncidentKind | null;
};

/** The person who would receive a key; null when they are gone. */
export type Borrower = {
  id: string;
  role: Role;
  department: string | null;
  facultyId: string | null;
} | null;

export type Verdict = { allowed: true } | { allowed: false; error: AppError };

const allowed: Verdict = { allowed: true };

/** May this key be handed to this person now? It must not be out (`pure-decision`). */
export function decideHandOut(key: LockedKey | undefined, borrower: Borrower): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!borrower || !mayBorrow(borrower)) return refused(appError('HOLDER_CANNOT_BORROW'));
  if (key.blockedBy)
    return refused(
      appError('KEY_REPORTED', { keyNumber: key.keyNumber, condition: key.blockedBy }),
    );
  return key.openLoan ? refused(appError('KEY_NOT_AVAILABLE')) : allowed;
}

function refused(error: AppError): Verdict {
  return { allowed: false, error };
}

export type TakeBackRequest = {
  /** The loan that the desk saw when it confirmed; a different one by now is a conflict. */
  shownLoanId?: string | undefined;
  /** Whose return code or self-service call this is: it must be the holder. */
  holderId?: string | undefined;
};

/** May this key be taken back now? It must be out. */
export function decideTakeBack(key: LockedKey | undefined, request: TakeBackRequest): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!key.openLoan) return refused(appError('KEY_NOT_TAKEN'));
  if (request.shownLoanId && request.shownLoanId !== key.openLoan.id)
    return refused(appError('LOAN_CHANGED'));
  if (request.holderId && request.holderId !== key.openLoan.holderId)
    return refused(appError('NOT_YOUR_KEY'));
  return allowed;
}

/** May every key of the batch be taken back? All or nothing; the error names the others. */
export function decideBatchReturn(keyIds: readonly string[], keys: readonly LockedKey[]): Verdict {
  const active = new Map(keys.filter((key) => key.isActive).map((key) => [key.id, key]));
  const unknown = keyIds.filter((id) => !active.has(id));
  if (unknown.length > 0)
    return refused(
      appError('KEYS_NOT_FOUND', { numbers: unknown.join(', ') }).withDetails({
        keys: unknown.map((keyId) => ({ keyId })),
      }),
    );
  const notTaken = [...active.values()].filter((key) => !key.openLoan);
  return notTaken.length > 0
    ? refused(
        appError('KEYS_NOT_TAKEN', { numbers: keyNumbers(notTaken) }).withDetails(
          keyDetails(notTaken),
        ),
      )
    : allowed;
}

function keyNumbers(keys: readonly LockedKey[]): string {
  return keys.map((key) => key.keyNumber).join(', ');
}

function keyDetails(keys: readonly LockedKey[]) {
  return {
    keys: keys.map((key) => ({ keyId: key.id, keyNumber: key.keyNumber })),
  };
}

/** An issued code, read under its lock; times are the database's. */
export type IssuedCode = {
  type: CodeType;
  userId: string;
  keyIds: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  usedBy: string | null;
  voidedAt: Date | null;
};

/** A key of a code as it is now: who has it since when, and when it last came back. */
export type KeyNow = { holderId: string | null; takenAt: Date | null; returnedAt: Date | null };

/** For this long, the same desk scanning a used code again gets the stored result. */
export const repeatWindowSeconds = 600;

export type CodeVerdict =
  | { outcome: 'valid' }
  | { outcome: 'repeat' }
  | { outcome: 'refused'; error: AppError };

/** Whether the payload is exactly what was issued. Of a compact token only the secret is known. */
export function matchesIssuedCode(scanned: ScannedCode, issued: IssuedCode): boolean {
  return (
    scanned.type === issued.type &&
    scanned.userId === issued.userId &&
    sameKeys(scanned.keyIds, issued.keyIds) &&
    (scanned.timestamp === null || scanned.timestamp.getTime() === issued.issuedAt.getTime())
  );
}

function sameKeys(scanned: readonly string[], issued: readonly string[]): boolean {
  return (
    scanned.length === issued.length && new Set([...scanned, ...issued]).size === issued.length
  );
}

/**
 * May `scannerId` use this code at `now`? A repeat is answered even after the code has expired, but
 * only while what it did is still so (`repeatable-scan`).
 */
export function decideCode(
  code: IssuedCode,
  scannerId: string,
  now: Date,
  keys: readonly KeyNow[],
): CodeVerdict {
  if (code.usedAt) {
    const age = (now.getTime() - code.usedAt.getTime()) / 1000;
    return code.usedBy === scannerId && age <= repeatWindowSeconds && resultHolds(code, keys)
      ? { outcome: 'repeat' }
      : refusedCode(appError('QR_USED'));
  }
  if (code.voidedAt) return refusedCode(appError('QR_VOIDED'));
  if (now.getTime() >= code.expiresAt.getTime()) {
    const validity = Math.round((code.expiresAt.getTime() - code.issuedAt.getTime()) / 1000);
    const age = Math.max(validity, Math.floor((now.getTime() - code.issuedAt.getTime()) / 1000));
    return refusedCode(appError('QR_EXPIRED', { ageSeconds: age, maxSeconds: validity }));
  }
  return { outcome: 'valid' };
}

/** Whether the loan that the code opened is open, or its return is the last event of every key. */
function resultHolds({ type, userId, usedAt }: IssuedCode, keys: readonly KeyNow[]): boolean {
  return keys.every(({ holderId, takenAt, returnedAt }) =>
    type === 'key-request'
      ? holderId === userId && isSame(takenAt, usedAt)
      : holderId === null && isSame(returnedAt, usedAt),
  );
}

function isSame(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}

function refusedCode(error: AppError): CodeVerdict {
  return { outcome: 'refused', error };
}

/**
 * Why a code is rejected at `now` by its own timestamp, or null. A missing timestamp is allowed;
 * one further in the future than the validity period cannot be ours.
 */
export function timestampError(
  timestamp: Date | null,
  now: Date,
  validitySeconds: number,
): AppError | null {
  if (!timestamp) return null;
  const age = Math.floor((now.getTime() - timestamp.getTime()) / 1000);
  if (age < -validitySeconds) return invalidQr('wrongTimestamp');
  return age > validitySeconds ? invalidQr('expired', { age, detail: validitySeconds }) : null;
}

/** What the settings say of tags. */
export type TagSettings = Pick<DeskSettings, 'tagCheck' | 'keyIdTags'>;

/** Whether the desk must scan this key's tag before it hands the key out. */
export function needsTag(
  setting: TagSettings['tagCheck'],
  { tagCheck }: { tagCheck: boolean },
): boolean {
  return setting === 'all' || (setting === 'keys' && tagCheck);
}

/** The tag that the desk scanned: its text, and the key that it belongs to, if any. */
export type ScannedTag = {
  text: string;
  /** `retired` is of a key whose life is over. */
  key: { id: string; keyNumber: string; retired?: RetiredKey | null } | null;
};

type WantedKey = {
  id: string;
  keyNumber: string;
  keyName: string;
  level: KeyLevel;
  tagCheck: boolean;
};
type Receiver = { id: string; name: string };

/**
 * May this key leave with this tag (`right-key`)? Without one it may not if the settings ask for it
 * (TAG_NEEDED). A tag that was scanned must be the key's own, whatever the settings:
 * TAG_OF_ANOTHER_KEY, TAG_OF_RETIRED_KEY, TAG_DIFFERS or TAG_TOO_OLD. The error's details are a
 * `NeededTag`.
 */
export function decideTagOut(
  key: WantedKey,
  holder: Receiver,
  settings: TagSettings,
  scanned: ScannedTag | null,
): Verdict {
  if (!scanned)
    return needsTag(settings.tagCheck, key)
      ? refusedTag('allowed', appError('TAG_NEEDED', { keyNumber: key.keyNumber }), key, holder)
      : allowed;
  return decideTag(key, holder, settings, scanned, 'request');
}

/** May this key come back with this tag? None is needed; one that was scanned must be its own. */
export function decideTagIn(
  key: WantedKey,
  holder: Receiver,
  settings: TagSettings,
  scanned: ScannedTag,
): Verdict {
  return decideTag(key, holder, settings, scanned, 'return');
}

function decideTag(
  key: WantedKey,
  holder: Receiver,
  { keyIdTags }: TagSettings,
  scanned: ScannedTag,
  wish: 'request' | 'return',
): Verdict {
  if (scanned.key?.id === key.id)
    return acceptsTag(scanned.text, key.level, keyIdTags)
      ? allowed
      : refusedTag('refused', appError('TAG_TOO_OLD', { keyNumber: key.keyNumber }), key, holder);
  return refusedTag('refused', wrongTag(key, scanned, { name: holder.name, wish }), key, holder);
}

function wrongTag(
  { keyNumber }: WantedKey,
  { key: found }: ScannedTag,
  wanted: { name: string; wish: 'request' | 'return' },
): AppError {
  if (!found) return appError('TAG_DIFFERS', { keyNumber });
  return found.retired
    ? tagOfRetiredKey(found.retired)
    : appError('TAG_OF_ANOTHER_KEY', { found: found.keyNumber, keyNumber, ...wanted });
}

/** Why a key does not change hands without its tag, for the desk that has to scan it. */
export type NeededTag = {
  verdict: RuleVerdict;
  key: { keyId: string; keyNumber: string; keyName: string };
  holder: { userId: string; name: string };
  /** Where the key hangs, which the desk has to fetch. */
  spot?: StorageLocation;
  /** ISO instant until which the code stays good for the tag. */
  codeExpiresAt?: string;
};

const tagCodes = [
  'TAG_NEEDED',
  'TAG_OF_ANOTHER_KEY',
  'TAG_OF_RETIRED_KEY',
  'TAG_DIFFERS',
  'TAG_TOO_OLD',
];

/** Whether an error with this code is resolved by scanning the tag of the key. */
export function needsTagScan(code: string): boolean {
  return tagCodes.includes(code);
}

/** The details of an error, if they ask for a tag; otherwise null. */
export function asNeededTag(details: unknown): NeededTag | null {
  const { verdict, key, holder } = detailsAs<NeededTag>(details);
  const needed = verdict?.obligations?.includes('tag') && key?.keyNumber && holder?.name;
  return needed ? (details as NeededTag) : null;
}

function refusedTag(
  outcome: RuleVerdict['outcome'],
  error: AppError,
  { id, keyNumber, keyName }: WantedKey,
  holder: Receiver,
): Verdict {
  const details: NeededTag = {
    verdict: {
      outcome,
      reasons: [{ code: error.code, text: error.message }],
      obligations: ['tag'],
      next: null,
    },
    key: { keyId: id, keyNumber, keyName },
    holder: { userId: holder.id, name: holder.name },
  };
  return { allowed: false, error: error.withDetails(details) };
}

import { z } from 'zod';
import {
  overrideReasonSchema,
  type Receiver,
  type RefusedAccess,
  refusedAccess,
  type WantedKey,
} from '../access/refused-access.ts';
import type { DeskSettings } from '../campus/settings.ts';
import { detailsAs } from '../core/client-errors.ts';
import { type AppError, appError } from '../core/errors.ts';
import type { RuleVerdict } from '../core/rule-verdict.ts';
import { nullAsUndefined } from '../http/input.ts';
import { mayBorrow, type Role } from '../http/roles.ts';
import type { IncidentKind } from '../keys/incident-kinds.ts';
import { keyElsewhere, type RecordedPlace } from '../keys/key-place.ts';
import { acceptsTag, tagSchema } from '../keys/key-tag.ts';
import { type RetiredKey, tagOfRetiredKey } from '../keys/retired-key.ts';
import { invalidQr, type ScannedCode } from './qr-parse.ts';
import type { CodeType } from './qr-payload.ts';

/** A key, read under its lock. */
export type LockedKey = {
  id: string;
  keyNumber: string;
  isActive: boolean;
  openLoan: { id: string; holderId: string } | null;
  /** The open report that prevents hand-outs. */
  blockedBy: IncidentKind | null;
};

/** Null when the person is deleted. */
export type Borrower = {
  id: string;
  role: Role;
  department: string | null;
  facultyId: string | null;
} | null;

export type Verdict = { allowed: true } | { allowed: false; error: AppError };

const allowed: Verdict = { allowed: true };

/** Whether this key may be handed to this person now (`pure-decision`). */
export function decideHandOut(key: LockedKey | undefined, borrower: Borrower): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!borrower || !mayBorrow(borrower)) return refused(appError('HOLDER_CANNOT_BORROW'));
  const reported = reportedError(key);
  if (reported) return refused(reported);
  return key.openLoan ? refused(appError('KEY_NOT_AVAILABLE')) : allowed;
}

function reportedError({ keyNumber, blockedBy }: LockedKey): AppError | null {
  return blockedBy && appError('KEY_REPORTED', { keyNumber, condition: blockedBy });
}

function refused(error: AppError): Verdict {
  return { allowed: false, error };
}

export type TakeBackRequest = {
  /** The loan that the desk confirmed; another one by now is a conflict. */
  shownLoanId?: string | undefined;
  /** The holder who must match, for a return code or self-service. */
  holderId?: string | undefined;
};

/** Whether this key may be taken back now. */
export function decideTakeBack(key: LockedKey | undefined, request: TakeBackRequest): Verdict {
  if (!key?.isActive) return refused(appError('KEY_NOT_FOUND'));
  if (!key.openLoan) return refused(reportedError(key) ?? appError('KEY_NOT_TAKEN'));
  if (request.shownLoanId && request.shownLoanId !== key.openLoan.id)
    return refused(appError('LOAN_CHANGED'));
  if (request.holderId && request.holderId !== key.openLoan.holderId)
    return refused(appError('NOT_YOUR_KEY'));
  return allowed;
}

/** All or nothing; the error names the other keys. */
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

/** The current holder of a code's key, and its last return. */
export type KeyNow = { holderId: string | null; takenAt: Date | null; returnedAt: Date | null };

/** Seconds in which a repeated scan at the same desk gets the stored result. */
export const repeatWindowSeconds = 600;

export type CodeVerdict =
  | { outcome: 'valid' }
  | { outcome: 'repeat' }
  | { outcome: 'refused'; error: AppError };

/** Whether the payload is exactly what was issued; a compact token has only the secret. */
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
 * Whether `scannerId` may use this code at `now`. Repeats are answered even after the code has
 * expired, but only while its result is still true (`repeatable-scan`).
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

/** Whether the code's loan is still open, or its return is still the last event of every key. */
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

/** What the desk can add to a hand-out, so that the key may leave. */
export const proofFields = {
  tag: tagSchema,
  overrideReason: overrideReasonSchema,
  /** The desk has the key, although it is recorded at another one. */
  here: nullAsUndefined(z.boolean().optional()),
};
export type Proofs = z.infer<z.ZodObject<typeof proofFields>>;

export type TagSettings = Pick<DeskSettings, 'tagCheck' | 'keyIdTags'>;

/** Whether a hand-out needs this key's tag. */
export function needsTag(
  setting: TagSettings['tagCheck'],
  { tagCheck }: { tagCheck: boolean },
): boolean {
  return setting === 'all' || (setting === 'keys' && tagCheck);
}

/** The scanned text, and the key it identifies, if any. */
export type ScannedTag = {
  text: string;
  /** Set for a retired key. */
  key: { id: string; keyNumber: string; retired?: RetiredKey | null } | null;
};

type Checks = {
  /** The other desk where the key is recorded, if any. */
  recorded: RecordedPlace | null;
  tags: TagSettings;
  scannedTag: ScannedTag | null;
};

/**
 * Whether this key may leave: the desk has it (`recorded-here`: KEY_ELSEWHERE), with its tag
 * (`right-key`). A scanned tag must be the key's own, whatever the settings. The error's details
 * are a `NeededProof`: TAG_NEEDED, TAG_OF_ANOTHER_KEY, TAG_OF_RETIRED_KEY, TAG_DIFFERS, TAG_TOO_OLD.
 */
export function decideProofs(
  key: WantedKey & { tagCheck: boolean },
  holder: Receiver,
  { here }: Proofs,
  { recorded, tags, scannedTag }: Checks,
): Verdict {
  if (recorded && !here) return refused(keyElsewhere(key, holder, recorded));
  if (scannedTag) return decideTag(key, holder, tags, scannedTag, 'request');
  return needsTag(tags.tagCheck, key)
    ? refusedTag('allowed', appError('TAG_NEEDED', { keyNumber: key.keyNumber }), key, holder)
    : allowed;
}

/** A return needs no tag, but a scanned one must be the key's own. */
export function decideTag(
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

/** The details of a refusal that the desk resolves by the verdict's obligations. */
export type NeededProof = Omit<RefusedAccess, 'mayOverride' | 'messageToHolder'>;

const tagCodes = [
  'TAG_NEEDED',
  'TAG_OF_ANOTHER_KEY',
  'TAG_OF_RETIRED_KEY',
  'TAG_DIFFERS',
  'TAG_TOO_OLD',
];

/** Whether scanning the key's tag resolves this error. */
export function needsTagScan(code: string): boolean {
  return tagCodes.includes(code);
}

/** Null for other errors. */
export function asNeededProof(details: unknown): NeededProof | null {
  const { verdict, key, holder } = detailsAs<NeededProof>(details);
  const needed = verdict?.obligations?.length && key?.keyNumber && holder?.name;
  return needed ? (details as NeededProof) : null;
}

function refusedTag(
  outcome: RuleVerdict['outcome'],
  error: AppError,
  key: WantedKey,
  holder: Receiver,
): Verdict {
  const reasons = [{ code: error.code, text: error.message }];
  const verdict: RuleVerdict = { outcome, reasons, obligations: ['tag'], next: null };
  return refused(error.withDetails(refusedAccess(verdict, key, holder)));
}

import type { Desk } from '@keydesk/shared/campus/campus';
import { detailsAs } from '@keydesk/shared/core/client-errors';
import { AppError, type ErrorCode } from '@keydesk/shared/core/errors';
import { joinedText } from '@keydesk/shared/core/formats';
import type { Key, StorageLocation } from '@keydesk/shared/keys/key';
import type { CodeType } from '@keydesk/shared/loans/qr-payload';
import {
  asUnavailableKey,
  asUsedCode,
  type UsedCode,
} from '@keydesk/shared/loans/refused-handover';
import {
  type Correction,
  correctionOf,
  type ShownHandover,
} from '@keydesk/shared/loans/shown-result';
import { type Waiting, waitingText } from '@keydesk/shared/loans/waits';
import type { FoundPerson } from '@keydesk/shared/people/search';
import type { UserDetails } from '@keydesk/shared/people/user';
import { t as errorText } from '@keydesk/shared/texts/en/errors';
import { t } from '@keydesk/shared/texts/en/handovers';
import { ApiError, getErrorMessage, isRetryable } from '../../../lib/api.ts';
import { formatTime } from '../../../lib/format.ts';
import { isTakenBack, type Obstacle, obstacleOf } from './handover.ts';
import type { Undoable } from './undo-handover.tsx';

export type KeyHandover = StorageLocation &
  Waiting & {
    kind: 'handed-over' | 'returned' | 'collected';
    keyId: string;
    keyNumber: string;
    keyName: string;
    location?: string;
    personName: string;
    person?: FoundPerson | undefined;
    at: string;
    version?: number;
    repeated?: true | undefined;
    disputed?: true | undefined;
    /** The loan that a hand-out opened or a return closed. */
    loanId?: string | null | undefined;
    keepUntil?: readonly string[] | undefined;
    overrideReason?: string | undefined;
    /** When a handed-out key is due; null for no due time, undefined if unknown. */
    dueAt?: string | null | undefined;
    layAtDeskId?: string | undefined;
    /** Since when counts had not found it, if the hand-out ended that. */
    wasNotSeenSince?: string | undefined;
    /** The other desk where it was recorded, if this desk had it anyway. */
    recordedAtDeskId?: string | undefined;
  };

export function shownKeyOf({ _id: keyId, keyNumber, keyName, location, version, ...place }: Key) {
  const { deskId, hook, awayDeskId } = place;
  return { keyId, keyNumber, keyName, location, version, deskId, hook, awayDeskId };
}

export function handedOut(key: Key, person: FoundPerson): KeyHandover {
  const { loanId, dueAt, takenAt, updatedAt } = key;
  const shown = { ...shownKeyOf(key), loanId, dueAt, at: takenAt ?? updatedAt };
  return { kind: 'handed-over', ...shown, person, personName: person.name };
}

export type BatchReturn = {
  kind: 'batch-returned';
  keys: readonly BatchKey[];
  at: string;
  repeated?: true | undefined;
};

/** With the closed loan, its holder, and the key's version at that time. */
type BatchKey = StorageLocation &
  Waiting & {
    keyId: string;
    keyNumber: string;
    /** Of a key that came back in a call of its own. */
    at?: string | undefined;
    loanId?: string | undefined;
    holderName?: string | undefined;
    version?: number | undefined;
  };

export type HandoverResult = KeyHandover | BatchReturn;

/** The result of keys that were collected one by one, as if they had been one batch. */
export function collectedTogether(all: readonly KeyHandover[]): BatchReturn {
  const keys = all.map(({ loanId, personName, ...key }) => ({
    ...key,
    loanId: loanId ?? undefined,
    holderName: personName,
  }));
  return { kind: 'batch-returned', keys, at: all[0]?.at ?? '' };
}

/** A few words; for a repeated handover, when it was recorded. */
export function resultTitle(outcome: HandoverResult): string {
  const { kind, repeated, at } = outcome;
  if (repeated) return t(repeatedTitles[kind], { time: formatTime(Date.parse(at)) });
  const count = kind === 'batch-returned' ? outcome.keys.length : 1;
  return count > 1 ? t('several-returned', { count }) : t(resultTitles[kind]);
}

export const resultTitles = {
  'handed-over': 'handed-over',
  returned: 'returned',
  collected: 'collected',
  'batch-returned': 'returned',
} as const;

const repeatedTitles = {
  'handed-over': 'already-handed-over',
  returned: 'already-returned',
  collected: 'already-collected',
  'batch-returned': 'already-returned',
} as const;

/** The handovers that can be undone, in the order of the keys; empty for a repeated result. */
export function undoablesOf(outcome: HandoverResult): Undoable[] {
  if (outcome.repeated) return [];
  return handoversOf(outcome).flatMap(({ loanId, keyId, keyNumber, handover, at }) =>
    loanId ? [{ loanId, keyId, keyNumber, handover, at }] : [],
  );
}

function handoversOf(outcome: HandoverResult): ShownHandover[] {
  const { at } = outcome;
  if (outcome.kind === 'batch-returned')
    return outcome.keys.map(({ loanId = null, holderName = '', ...key }) => {
      const { keyId, keyNumber, version } = key;
      const holder = { name: holderName };
      return { keyId, keyNumber, handover: 'return', loanId, holder, version, at: key.at ?? at };
    });
  const { kind, loanId = null, keyId, keyNumber, version, person, personName: name } = outcome;
  const handover = kind === 'handed-over' ? 'hand-out' : 'return';
  const sponsorName = person?.visitor?.sponsor.name;
  const holder = { id: person?.id, name };
  return [{ keyId, keyNumber, handover, loanId, holder, version, sponsorName, at }];
}

/** Corrections per key of a result, in their order (`shown-result`). */
export function correctionsOf(
  outcome: HandoverResult,
  keys: readonly Key[] | undefined,
): (Correction | null)[] {
  return handoversOf(outcome).map((shown) =>
    correctionOf(shown, keys && (keys.find(({ _id }) => _id === shown.keyId) ?? null)),
  );
}

/** A hand-out with the present due time of its loan, which may have been moved. */
export function withDueNow(outcome: HandoverResult, keys: readonly Key[] = []): HandoverResult {
  if (outcome.kind !== 'handed-over' || outcome.dueAt === undefined) return outcome;
  const { keyId, loanId, version = 0 } = outcome;
  const now = keys.find((key) => key._id === keyId && key.loanId === loanId);
  return now && now.version > version ? { ...outcome, dueAt: now.dueAt } : outcome;
}

/** The result without the corrected keys; null if none is left. */
export function leftOf(
  outcome: HandoverResult,
  corrections: readonly (Correction | null)[],
): HandoverResult | null {
  if (corrections.every((correction) => correction)) return null;
  if (outcome.kind !== 'batch-returned') return outcome;
  return { ...outcome, keys: outcome.keys.filter((_, index) => !corrections[index]) };
}

export function waitingTextOf(outcome: HandoverResult): string {
  if (outcome.repeated) return '';
  if (outcome.kind !== 'batch-returned') return waitingText(outcome);
  const awaited = outcome.keys.filter(({ waiting }) => waiting);
  const texts = awaited.map((key) => `${key.keyNumber}: ${waitingText(key)}`);
  return joinedText(texts, 'full-stop');
}

/** What the desk does next. `home` is the other or retired desk to which any key belongs. */
export function nextStepText(
  outcome: HandoverResult,
  home?: Pick<Desk, 'name' | 'retired'>,
): string {
  if (outcome.repeated)
    return outcome.kind === 'handed-over'
      ? t('nothing-recorded-of-hand-out', outcome)
      : t('nothing-recorded');
  if (outcome.kind === 'handed-over') return t('hand-to', outcome);
  const place = !home ? 'hook' : home.retired ? 'here' : 'desk';
  const desk = home?.name ?? '';
  if (outcome.kind !== 'batch-returned') return t('put-away', { place, desk });
  const count = outcome.keys.length;
  if (count === 1) return t('check-one', { place, desk });
  return t(home ? 'check-of-several-desks' : 'check-all', { count });
}

/** The people who had the keys of a batch. */
export function holderNamesOf({ keys }: BatchReturn): string {
  return joinedText(new Set(keys.flatMap(({ holderName }) => holderName ?? [])));
}

export function doneText(outcome: HandoverResult): string | null {
  if (outcome.repeated || outcome.kind === 'batch-returned') return null;
  const done = doneTexts[outcome.kind];
  return done && t(done, outcome);
}

const doneTexts = {
  'handed-over': null,
  returned: 'key-returned',
  collected: 'key-collected',
} as const;

type ReturnCode = { keyId: string; userId: string | null; attested: boolean };

export type ReturnDetails = {
  keyNumber: string;
  keyName: string;
  location: string | null;
  personName: string;
  personEmail: string;
  personId: string | null;
  loanedTo: string | null;
  /**
   * `collect` is for a key whose holder is not the code's owner: the code returns keys of its owner
   * only. `nothing` is for a key that is already back.
   */
  choice: 'confirm' | 'collect' | 'nothing';
  /** The key, whose loan must still be open at the return. */
  item: Key | null;
  source: { code: ReturnCode; user: UserDetails | null };
};

type Person = Pick<ReturnDetails, 'personName' | 'personEmail' | 'personId'>;

/**
 * `key` and `user` are null if they could not be fetched. A code that this server did not issue
 * proves nothing about the person, so the holder of the loan is shown instead.
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
  const isOfAnother = code.attested && holder !== null && holder.userId !== code.userId;
  return {
    keyNumber: key?.keyNumber ?? shortId(code.keyId),
    keyName: key?.keyName ?? t('unknown-key'),
    location: key?.location ?? null,
    ...person,
    loanedTo: holder && (isOfAnother || holder.name !== person.personName) ? holder.name : null,
    choice: key?.loanId === null ? 'nothing' : isOfAnother ? 'collect' : 'confirm',
    item: key,
    source: { code, user },
  };
}

/**
 * The details after the loan shown has ended: the key is back, or another person has it. Other
 * changes are not shown, because no one may confirm what they have not read.
 */
export function afterChange(details: ReturnDetails, key: Key): ReturnDetails {
  const { item, source } = details;
  if (item?._id !== key._id || !isTakenBack(key, item)) return details;
  const next = returnDetails(source.code, key, source.user);
  return next.choice === 'confirm' ? details : next;
}

function personOf(known: { name: string; email?: string | undefined } | null, id: string | null) {
  return {
    personName: known?.name ?? t('unknown-user'),
    personEmail: known?.email ?? t('unknown-email'),
    personId: known || !id ? null : shortId(id),
  } satisfies Person;
}

function shortId(id: string): string {
  return `${id.slice(0, 8)}…`;
}

export class LoanChanged extends Error {
  readonly key: Key;

  constructor(key: Key) {
    const name = key.takenBy?.name ?? t('unknown-user');
    const time = formatTime(Date.parse(key.takenAt ?? key.updatedAt));
    super(t('changed-hands', { name, time }));
    this.key = key;
  }
}

export type ScanFailure = {
  title: string;
  message: string;
  /** The code of the refusal, from the server or from this page. */
  code?: string | undefined;
  key: { keyNumber: string; keyName: string } | null;
  loan?: { personName: string; takenAt: string };
  used?: UsedCode | undefined;
  collect?: Key | undefined;
  lentOn?: Key | undefined;
  advice?: string | undefined;
  obstacle?: Obstacle | undefined;
  /** A retry may succeed, or the first try may have succeeded. */
  repeatable: boolean;
};

export function toScanFailure(cause: unknown): ScanFailure {
  const refusal = cause instanceof ApiError || cause instanceof AppError ? cause : null;
  const repeatable = isRetryable(cause) || (cause instanceof ApiError && cause.status === 429);
  return {
    title: titleFor(refusal, repeatable),
    message: messageFor(cause),
    code: refusal?.code,
    advice: adviceFor(cause),
    obstacle: obstacleOf(cause) ?? undefined,
    ...outLoan(cause),
    lentOn: cause instanceof LoanChanged ? cause.key : undefined,
    used: (cause instanceof ApiError && asUsedCode(cause.details)) || undefined,
    repeatable,
  };
}

export function takenFailure({
  keyNumber,
  keyName,
  takenBy,
  takenAt,
  updatedAt,
}: Key): ScanFailure {
  const loan = { personName: takenBy?.name ?? t('unknown-user'), takenAt: takenAt ?? updatedAt };
  const code = 'KEY_NOT_AVAILABLE';
  return {
    title: t('refusal', { code }),
    message: errorText(code),
    code,
    key: { keyNumber, keyName },
    loan,
    repeatable: false,
  };
}

function outLoan(cause: unknown): Pick<ScanFailure, 'key' | 'loan'> {
  const out = cause instanceof ApiError ? asUnavailableKey(cause.details) : null;
  if (!out) return { key: null };
  return { key: out.key, loan: { personName: out.holder.name, takenAt: out.since } };
}

/** A code of ours names keys even if it is wrong. */
function titleFor(refusal: ApiError | AppError | null, repeatable: boolean): string {
  const isOurs = refusal?.code === 'QR_INVALID' && refusal.details;
  const code = titledCodes.find((one) => one === refusal?.code);
  return t('refusal', {
    code: isOurs ? 'QR_VOIDED' : (code ?? (repeatable ? 'unconfirmed' : 'failed')),
  });
}

const titledCodes = [
  'QR_INVALID',
  'QR_FORGED',
  'QR_EXPIRED',
  'QR_VOIDED',
  'QR_NOT_ISSUED',
  'QR_USED',
  'SCANNER_LAYOUT',
  'KEY_NOT_AVAILABLE',
  'KEY_NOT_TAKEN',
  'KEYS_NOT_TAKEN',
  'NOBODY_ON_DUTY',
  'DUTY_LOCKED',
  'KEY_REPORTED',
  'KEY_NOT_FOUND',
  'HOLDER_CANNOT_BORROW',
] as const satisfies readonly ErrorCode[];

function messageFor(cause: unknown): string {
  const { closedOwner: owner = '', closedAs: how } = closedOwnerOf(cause);
  if (how) return t('owner-closed', { owner, how });
  const saysNothing = cause instanceof ApiError && cause.code === 'UNKNOWN' && cause.status < 500;
  return saysNothing ? t('scan-failed') : getErrorMessage(cause, t('scan-failed'));
}

/** The suspended or removed person whose code became void; empty for other failures. */
function closedOwnerOf(cause: unknown) {
  return detailsAs<{ closedOwner: string; closedAs: 'suspended' | 'removed' }>(
    cause instanceof ApiError ? cause.details : null,
  );
}

function adviceFor(cause: unknown): string | undefined {
  if (!(cause instanceof ApiError || cause instanceof AppError)) return undefined;
  const { code, details } = cause;
  const { closedOwner: owner } = closedOwnerOf(cause);
  if (owner) return t('owner-cannot-sign-in', { owner });
  if (code === 'KEYS_NOT_TAKEN')
    return t('ask-for-code-without', { keyNumbers: numbersIn(details) });
  if (code === 'SCANNER_LAYOUT') return t('set-scanner-layout');
  // Only a code that names keys was once valid.
  const wasValid = code === 'QR_EXPIRED' || code === 'QR_VOIDED' || code === 'QR_NOT_ISSUED';
  if (wasValid || (code === 'QR_INVALID' && details)) return t('ask-to-regenerate');
  return code === 'QR_INVALID' ? t('ask-for-keydesk-code') : undefined;
}

function numbersIn(details: unknown): string {
  const { keys = [] } = (details ?? {}) as { keys?: readonly { keyNumber: string }[] };
  return keys.map(({ keyNumber }) => keyNumber).join(', ');
}

/** The only key of an expired code, and whether the code was to return it; else null. */
export function expiredCode(cause: unknown): { keyId: string; isReturn: boolean } | null {
  // For another server's code, the keys are only there if nothing but its age was wrong.
  const mayBeExpired =
    cause instanceof ApiError && ['QR_EXPIRED', 'QR_INVALID', 'QR_VOIDED'].includes(cause.code);
  if (!mayBeExpired) return null;
  const { type, keyIds = [] } = detailsAs<{ type: CodeType; keyIds: string[] }>(cause.details);
  // A person who can still sign in shows their new code instead.
  if (cause.code === 'QR_VOIDED' && !closedOwnerOf(cause).closedOwner) return null;
  const [keyId, ...others] = keyIds;
  if (!keyId || others.length > 0) return null;
  return { keyId, isReturn: type === 'key-return' || type === 'batch-return' };
}

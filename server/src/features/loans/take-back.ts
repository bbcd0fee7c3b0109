import type { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { isGone } from '@keydesk/shared/keys/incident-kinds';
import { awayDeskAfterReturn } from '@keydesk/shared/keys/key-place';
import {
  decideBatchReturn,
  decideTag,
  decideTakeBack,
  type TagSettings,
  type TakeBackRequest,
} from '@keydesk/shared/loans/decide';
import { type ReturnMethod, returnTypeOf } from '@keydesk/shared/loans/loan';
import type { ReturnType } from '@keydesk/shared/loans/loan-kinds';
import type { Waiting } from '@keydesk/shared/loans/waits';
import type { User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { z } from 'zod';
import type { KeyChange } from '../../core/live/publisher.ts';
import type { Named } from '../../core/messages/messages.ts';
import { type NewNotification, toNotice } from '../../core/messages/notify.ts';
import { twoRoundTripTransaction } from '../../db/client.ts';
import { type KeyRow, presentKey, presentStorageLocation } from '../keys/index.ts';
import { checkLegacyTimestamp, parseScan, type Scan } from './codes.ts';
import {
  type CodeHandoverContext,
  type HandoverContext,
  loadForReturn,
  toLockedKey,
} from './queries.ts';
import { takeBackStatement } from './statement.ts';
import {
  type DeskUser,
  type HandoverDeps,
  type HandoverPlan,
  publish,
  redeemCode,
  redeemForeignCode,
  toDecision,
  toPerson,
} from './transaction.ts';
import { backNotices, type Waiter, waitingFor } from './waits.ts';

/** Takes a key back with a return code, after the desk has confirmed the `shown-loan`. */
export async function scanReturn(
  deps: HandoverDeps,
  desk: DeskUser,
  { qrData, loanId, tag }: ScannedReturn,
): Promise<ReturnResponse> {
  const scan = parseScan(qrData);
  const answer = await redeemCode(deps, {
    scan,
    tag,
    desk,
    shape: 'return',
    plan: (context) => planReturn(context, desk, loanId, deps.deskSettings()),
    answer: (result) => toReturnResponse(result, desk),
  });
  return answer ?? takeBackByLegacyCode(deps, desk, scan, { loanId, tag });
}

/** `loanId` is the loan that was shown; `tag` the text of the key's tag, if scanned. */
type ScannedReturn = {
  qrData?: unknown;
  loanId?: string | undefined;
  tag?: string | undefined;
};

function planReturn(
  context: CodeHandoverContext,
  desk: DeskUser,
  shownLoanId: string | undefined,
  tags: TagSettings,
) {
  if (!context.person) throw appError('USER_NOT_FOUND');
  const request = { shownLoanId, holderId: context.person.id };
  return planTakeBackOne(context, request, {
    desk,
    returner: context.person,
    way: 'return-code',
    method: 'code',
    action: 'qr-return',
    reason: null,
    tags,
  });
}

/** For a return code of the `foreign-codes` the desk collects the key that it names. */
async function takeBackByLegacyCode(
  deps: HandoverDeps,
  desk: DeskUser,
  { claimed }: Scan,
  { loanId: shownLoanId, tag }: Omit<ScannedReturn, 'qrData'>,
): Promise<ReturnResponse> {
  if (claimed?.shape !== 'return') throw appError('QR_WRONG_TYPE');
  checkLegacyTimestamp(claimed, new Date(), deps.validitySeconds);
  const options = {
    desk,
    returner: desk,
    way: 'desk',
    method: 'unattested-code',
    action: 'qr-return',
    reason: null,
    tags: deps.deskSettings(),
  } as const;
  const committed = await twoRoundTripTransaction(
    deps.db,
    (tx) => loadForReturn(tx, claimed.keyIds, desk.id, tag),
    (context) => toDecision(planTakeBackOne(context, { shownLoanId }, options)),
  );
  return toReturnResponse(publish(deps, committed), desk);
}

export type ReturnResponse = z.infer<typeof api.scanReturn.response>;

/**
 * Plans the return of the locked key.
 * @throws the rules' error when they do not allow it
 */
export function planTakeBackOne(
  { keys: [key], now, scannedTag = null, waiters }: HandoverContext,
  request: TakeBackRequest,
  { tags, ...options }: TakeBackOptions & { tags: TagSettings },
): HandoverPlan<TakeBackResult> {
  const verdict = decideTakeBack(key && toLockedKey(key), request);
  if (!verdict.allowed) throw verdict.error;
  const holder = { id: key?.holderId ?? '', name: key?.holderName ?? '' };
  const tagVerdict =
    key && scannedTag ? decideTag(key, holder, tags, scannedTag, 'return') : verdict;
  if (!tagVerdict.allowed) throw tagVerdict.error;
  const tagsChecked = scannedTag !== null;
  return planTakeBack(key ? [key] : [], now, { ...options, tagsChecked, waiters });
}

export function toReturnResponse({ returned }: TakeBackResult, desk: User): ReturnResponse {
  const [first] = returned;
  if (!first) throw appError('KEY_NOT_TAKEN');
  const { before, key, loanId, waiting } = first;
  return {
    success: true,
    message: answer('key-returned', key),
    data: {
      key: presentKey(key, 'desk'),
      originalUser: {
        id: before.holderId ?? '',
        name: before.holderName ?? '',
        email: before.holderEmail ?? '',
      },
      scannedBy: toPerson(desk),
      loanId,
      ...waiting,
    },
  };
}

export type TakeBackOptions = {
  /** The code's owner, or the desk that collects the keys. */
  returner: { id: string; name: string };
  desk: DeskUser;
  way: ReturnMethod;
  method: 'code' | 'unattested-code' | 'direct';
  action: KeyChange['action'];
  reason: string | null;
  tagsChecked?: boolean;
  waiters?: readonly Waiter[] | undefined;
};

type ReturnedKey = {
  before: KeyRow;
  key: ReturnedRow;
  loanId: string;
  holderId: string;
  returnType: ReturnType;
  waiting: Waiting;
};

type TakeBackResult = { returned: ReturnedKey[]; at: Date };

type OpenRow = KeyRow & { loanId: string; holderId: string; takenAt: Date };
type ReturnedRow = KeyRow & { returnedAt: Date };

/** Plans the return of locked keys that the caller has already allowed. */
function planTakeBack(
  rows: readonly KeyRow[],
  at: Date,
  options: TakeBackOptions,
): HandoverPlan<TakeBackResult> {
  const { returner, desk, way, reason, tagsChecked = false, waiters = [] } = options;
  const returned = rows.filter(isOpen).map((row) => ({
    before: row,
    key: afterReturn(row, at, desk.duty?.deskId ?? null),
    loanId: row.loanId,
    holderId: row.holderId,
    returnType: returnTypeOf(way, returner.id, row.holderId),
    waiting: waitingFor(row.id, waiters),
  }));
  const events = returned.map((item) => toAuditEvent(item, options));
  const notices = [
    ...returnedNotices(returned, returner),
    ...returned.flatMap(({ key }) => backNotices(key, waiters)),
  ].map((notice) => toNotice(notice, at));
  const closing = { loans: returned, returnedBy: returner.id, reason, tagsChecked };
  return {
    result: { returned, at },
    changes: returned.map((item) => toKeyChange(item, options)),
    notices,
    statement: (used) =>
      takeBackStatement({ at, personId: desk.id, duty: desk.duty, used, events, notices }, closing),
  };
}

/** One notification per holder; names the returner unless they returned it themselves. */
function returnedNotices(
  returned: readonly ReturnedKey[],
  returner: Named,
): NewNotification<'key-returned'>[] {
  const holders = [...new Set(returned.map(({ holderId }) => holderId))];
  return holders.flatMap((userId): NewNotification<'key-returned'>[] => {
    const keys = returned.filter(({ holderId }) => holderId === userId);
    const [first, ...others] = keys;
    if (!first) return [];
    const { keyNumber, keyName, id: aboutId } = first.before;
    const isOwn = returner.id === userId;
    const facts = {
      keyNumber,
      keyName,
      returnType: first.returnType,
      returner: isOwn ? null : { id: returner.id, name: returner.name },
    };
    const notice = { userId, template: 'key-returned' as const };
    if (others.length === 0) return [{ ...notice, facts, aboutId, loanId: first.loanId }];
    const named = keys.map(({ before, loanId }) => ({
      keyNumber: before.keyNumber,
      keyName: before.keyName,
      loanId,
    }));
    return [{ ...notice, facts: { ...facts, keys: named }, alone: true }];
  });
}

function isOpen(row: KeyRow): row is OpenRow {
  return row.loanId !== null && row.holderId !== null && row.takenAt !== null;
}

/** The return never precedes the hand-out, even if the clock was set back. */
function afterReturn(row: OpenRow, at: Date, deskId: string | null): ReturnedRow {
  return {
    ...row,
    version: row.version + 1,
    loanId: null,
    holderId: null,
    holderName: null,
    holderEmail: null,
    takenAt: null,
    dueAt: null,
    graceUntil: null,
    recalledAt: null,
    recallCause: null,
    holderDisputes: false,
    ...(isFound(row) && { condition: null, reportedAt: null, blocked: false }),
    returnedAt: row.takenAt > at ? row.takenAt : at,
    awayDeskId: awayDeskAfterReturn(row.deskId, deskId),
  };
}

function isFound({ condition }: KeyRow): boolean {
  return isGone(condition);
}

function toAuditEvent(
  { before, key, loanId, holderId, returnType }: ReturnedKey,
  { desk, method, reason, returner }: TakeBackOptions,
) {
  return {
    action: 'take-back' as const,
    actorId: desk.id,
    subjectId: holderId,
    keyId: key.id,
    loanId,
    method,
    reason,
    details: { returnType, returnedBy: returner.id, ...(isFound(before) && { found: true }) },
  };
}

function toKeyChange(
  { before, key, holderId, returnType }: ReturnedKey,
  { action, desk }: TakeBackOptions,
): KeyChange {
  return {
    action,
    key: presentKey(key, 'desk'),
    requestingUserId: holderId,
    originalUserId: holderId,
    scannerId: desk.id,
    returnType,
    wasDisputed: before.holderDisputes,
  };
}

export type BatchReturnResponse = z.infer<typeof api.batchReturn.response>;

type BatchReturnOptions = {
  keyIds: readonly string[];
  desk: DeskUser;
  method: 'code' | 'unattested-code';
};

/** Takes back the keys of a batch-return code (`whole-batch`). */
export async function batchReturn(
  deps: HandoverDeps,
  desk: DeskUser,
  qrData: unknown,
): Promise<BatchReturnResponse> {
  const scan = parseScan(qrData);
  const returnId = scan.secret ?? scan.claimed?.secret ?? '';
  const answer = (result: TakeBackResult) => toBatchReturnResponse(result, returnId);
  const answered =
    (await redeemCode(deps, {
      scan,
      desk,
      shape: 'batch',
      plan: (context) => planBatch(context, { keyIds: context.code.key_ids, desk, method: 'code' }),
      answer,
    })) ??
    (await redeemForeignCode(deps, {
      scan,
      shape: 'batch',
      load: (tx, { keyIds, userId }) => loadForReturn(tx, keyIds, userId),
      plan: (context, { keyIds }) =>
        planBatch(context, { keyIds, desk, method: 'unattested-code' }),
      answer,
    }));
  return answered ?? batchReturn(deps, desk, qrData);
}

function planBatch(
  { keys, person, now, waiters }: HandoverContext,
  { keyIds, desk, method }: BatchReturnOptions,
): HandoverPlan<TakeBackResult> {
  const verdict = decideBatchReturn(keyIds, keys.map(toLockedKey));
  if (!verdict.allowed) throw verdict.error;
  if (!person) throw appError('USER_NOT_FOUND');
  return planTakeBack(keys, now, {
    returner: person,
    desk,
    way: 'batch-code',
    method,
    action: 'qr-return',
    reason: null,
    waiters,
  });
}

function toBatchReturnResponse(
  { returned, at }: TakeBackResult,
  returnId: string,
): BatchReturnResponse {
  return {
    success: true,
    message: answer('keys-returned', { count: returned.length }),
    data: {
      keys: returned.map(({ before, key, loanId, waiting }) => ({
        success: true,
        keyNumber: key.keyNumber,
        keyId: key.id,
        loanId,
        holderName: before.holderName ?? '',
        version: key.version,
        ...presentStorageLocation(key),
        ...waiting,
      })),
      returnId,
      processedAt: at.toISOString(),
    },
  };
}

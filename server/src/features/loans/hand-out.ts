import type { api } from '@keydesk/shared/api';
import type { Desk } from '@keydesk/shared/campus/campus';
import { appError } from '@keydesk/shared/core/errors';
import {
  type Due,
  type DueWithExtensions,
  dueBy,
  dueFor,
  withRequestedUntil,
} from '@keydesk/shared/due/due-for';
import { extensionChoices } from '@keydesk/shared/due/extensions';
import { isDesk } from '@keydesk/shared/http/roles';
import { type RecordedPlace, recordedElsewhere } from '@keydesk/shared/keys/key-place';
import {
  asNeededProof,
  decideHandOut,
  decideProofs,
  type Proofs,
  type TagSettings,
} from '@keydesk/shared/loans/decide';
import type { IdentifiedBy } from '@keydesk/shared/loans/loan-kinds';
import type { User, UserDetails } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { z } from 'zod';
import type { AuditEvent } from '../../core/audit/record.ts';
import type { KeyChange } from '../../core/live/publisher.ts';
import { type NewNotification, toNotice } from '../../core/messages/notify.ts';
import { newId } from '../../db/ids.ts';
import {
  type AccessRight,
  accessPolicyOf,
  recordedOverride,
  requireAccess,
} from '../access/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { type KeyRow, presentKey, presentStorageLocation } from '../keys/index.ts';
import { parseScan, refusedHandOut } from './codes.ts';
import { type HandOutContext, loadForHandOut, toLockedKey } from './queries.ts';
import { handOutStatement } from './statement.ts';
import {
  type DeskUser,
  type HandoverDeps,
  type HandoverPlan,
  redeemCode,
  redeemForeignCode,
  toPerson,
} from './transaction.ts';

type HandOutResponse = z.infer<typeof api.scanRequest.response>;

export async function scanRequest(
  deps: HandoverDeps,
  desk: DeskUser,
  request: ScannedRequest,
): Promise<HandOutResponse> {
  const { qrData, atDeskId, ...proofs } = request;
  const scan = parseScan(qrData);
  const options = {
    ...byCode,
    desk,
    due: deps.due,
    tags: deps.deskSettings(),
    proofs,
    place: { atDeskId, desks: deps.desks() },
  };
  const answer = (result: HandOutResult) => toHandOutResponse(result, desk);
  const answered =
    (await redeemCode(deps, {
      scan,
      tag: proofs.tag,
      desk,
      shape: 'request',
      plan: (context) =>
        planHandOut(context, { ...options, until: context.code.until, method: 'code' }),
      answer,
    })) ??
    (await redeemForeignCode(deps, {
      scan,
      shape: 'request',
      load: (tx, { keyIds: [keyId = ''], userId: personId }) =>
        loadForHandOut(tx, { keyId, personId, ...proofs }, accessPolicyOf(deps)),
      plan: (context) => planHandOut(context, { ...options, method: 'unattested-code' }),
      answer,
    }));
  return answered ?? scanRequest(deps, desk, request);
}

type ScannedRequest = Proofs & Omit<DeskPlace, 'desks'> & { qrData?: unknown };

/** `atDeskId`: where the browser says it is. */
export type DeskPlace = {
  atDeskId?: string | undefined;
  desks: readonly Desk[];
};

function toHandOutResponse(
  { key, holder, layAtDeskId, wasNotSeenSince, recordedAtDeskId, keepUntil }: HandOutResult,
  desk: User,
): HandOutResponse {
  return {
    success: true,
    message: answer('key-handed-over', { ...key, holder: holder.name }),
    data: {
      key: presentKey(key, 'desk'),
      requestingUser: toPerson(holder),
      scannedBy: toPerson(desk),
      layAtDeskId,
      wasNotSeenSince,
      recordedAtDeskId,
      keepUntil,
    },
  };
}

const byCode = { action: 'qr-request', identifiedBy: 'code' } as const;

type HandOutOptions = {
  desk: DeskUser;
  due: CurrentDue;
  /** Requested due time. */
  until?: Date | null;
  /** Recorded in the audit event. A code that we did not issue is unattested. */
  method: 'code' | 'unattested-code' | 'direct' | 'desk' | 'card';
  action: KeyChange['action'];
  identifiedBy: IdentifiedBy | null;
  /** The desk named in the holder's notification. */
  lentAt?: { deskName: string | null };
  /** Which keys need their tag scanned, and what counts as a tag. */
  tags: TagSettings;
  proofs: Proofs;
  /** Set when the visitor's sponsor has not answered; these admins are notified. */
  unanswered?: { admins: readonly string[] } | undefined;
  place: DeskPlace;
};

/**
 * `layAtDeskId`: the desk where the key was, if not its own. `recordedAtDeskId`: the other desk
 * where the key was recorded although this desk has it. `wasNotSeenSince`: the count that missed
 * the key. `keepUntil`: the later due times that the rules allow.
 */
type HandOutResult = {
  key: KeyRow;
  holder: UserDetails;
  layAtDeskId: string | undefined;
  wasNotSeenSince: string | undefined;
  recordedAtDeskId: string | undefined;
  keepUntil: string[] | undefined;
};

/**
 * Plans the loan of the locked key to the person in the context.
 * @throws the rules' error when they do not allow it
 */
export function planHandOut(
  context: HandOutContext,
  options: HandOutOptions,
): HandoverPlan<HandOutResult> {
  const allowed = requireMayTake(context, options);
  const recorded = requireProofs(allowed, context, options);
  const loanDue = dueOf(allowed, context, options);
  return planLoan({ ...allowed, recorded, loanDue, at: context.now }, context, options);
}

type AllowedHandOut = {
  row: KeyRow;
  holder: UserDetails;
  right: AccessRight;
  visitor: NonNullable<HandOutContext['access']>['input']['visitor'];
  isUnanswered: boolean;
};

/** Checks the key's state, the access rules and a visitor's sponsor. */
function requireMayTake(
  { keys: [row], person: holder, access }: HandOutContext,
  { desk, proofs: { overrideReason }, unanswered }: HandOutOptions,
): AllowedHandOut {
  const verdict = decideHandOut(row && toLockedKey(row), holder);
  if (!verdict.allowed) throw refusedHandOut(verdict.error, row);
  if (!row || !holder) throw appError('KEY_NOT_FOUND');
  const override = overrideReason ? { reason: overrideReason } : undefined;
  const right = requireAccess(access, { key: row, holder }, { desk, override });
  const visitor = access?.input.visitor;
  const isUnanswered = visitor?.answer === null;
  if (isUnanswered && !unanswered)
    throw appError('SPONSOR_UNANSWERED', { sponsor: visitor.sponsor.name });
  return { row, holder, right, visitor, isUnanswered };
}

/** @returns the other desk where the key was recorded, if the desk has it all the same */
function requireProofs(
  { row, holder }: AllowedHandOut,
  { scannedTag = null }: HandOutContext,
  { desk, place, proofs, tags }: HandOutOptions,
): RecordedPlace | null {
  const recorded = recordedElsewhere(row, place.desks, placeOf(desk, place));
  const verdict = decideProofs(row, holder, proofs, { recorded, tags, scannedTag });
  if (verdict.allowed) return recorded;
  const { error } = verdict;
  const needed = isDesk(desk.role) && asNeededProof(error.details);
  throw needed ? error.withDetails({ ...needed, spot: presentStorageLocation(row) }) : error;
}

/** The due time by rule or request, never after the end of a visit. */
function dueOf(
  { row, holder, visitor }: AllowedHandOut,
  { now }: HandOutContext,
  { due, until = null }: HandOutOptions,
): DueWithExtensions {
  const input = { key: row, holderId: holder.id, rules: due.rules() };
  return dueBy(
    withRequestedUntil(dueFor(now, input, due.calendar()), until, now),
    visitor ? new Date(visitor.validUntil) : null,
  );
}

type DecidedHandOut = AllowedHandOut & {
  recorded: RecordedPlace | null;
  loanDue: DueWithExtensions;
  at: Date;
};

function planLoan(
  decided: DecidedHandOut,
  { scannedTag = null }: HandOutContext,
  options: HandOutOptions,
): HandoverPlan<HandOutResult> {
  const { row, holder, right, visitor, recorded, loanDue, at } = decided;
  const { desk, action, identifiedBy } = options;
  const loanId = newId();
  const key = afterHandOut(row, { loanId, holder, takenAt: at, loanDue });
  const events = eventsOf(decided, loanId, options);
  const notices = notificationsOf(decided, loanId, options).map((one) => toNotice(one, at));
  const loan = {
    id: loanId,
    holder,
    sponsor: visitor?.sponsor ?? null,
    key,
    identifiedBy,
    tagChecked: scannedTag !== null,
    dueRuleId: loanDue.rule?.id ?? null,
    extended: loanDue.extended,
    grantId: right.grantId,
  };
  return {
    result: {
      key,
      holder,
      layAtDeskId: recorded ? undefined : (row.awayDeskId ?? undefined),
      wasNotSeenSince: row.notSeenSince?.toISOString(),
      recordedAtDeskId: recorded?.deskId,
      keepUntil: laterTimes(loanDue, at),
    },
    changes: [
      {
        action,
        key: presentKey(key, 'desk'),
        requestingUserId: holder.id,
        scannerId: desk.id,
      },
    ],
    notices,
    statement: (used) =>
      handOutStatement({ at, personId: desk.id, duty: desk.duty, used, events, notices }, loan),
  };
}

/** The hand-out, and the override if there was one. */
function eventsOf(
  { row, holder, right: { override }, recorded, isUnanswered }: DecidedHandOut,
  loanId: string,
  { desk, method }: HandOutOptions,
): AuditEvent[] {
  const parties = { actorId: desk.id, subjectId: holder.id, keyId: row.id, loanId };
  const details =
    recorded || isUnanswered
      ? { recordedAtDesk: recorded?.deskName, unanswered: isUnanswered || undefined }
      : undefined;
  const handOut: AuditEvent = { action: 'hand-out', ...parties, method, details };
  if (!override) return [handOut];
  const { reason } = override;
  return [
    handOut,
    { action: 'override-access', ...parties, reason, ...recordedOverride(override) },
  ];
}

/** To the holder, to admins if no sponsor answered, to the owner after an override. */
function notificationsOf(
  { row, holder, right: { override }, visitor, isUnanswered }: DecidedHandOut,
  loanId: string,
  { desk, lentAt, unanswered }: HandOutOptions,
): NewNotification[] {
  const { keyNumber, keyName, ownerId } = row;
  const about = { aboutId: row.id, loanId };
  const named = { keyNumber, keyName };
  const guard = { id: desk.id, name: desk.name };
  const notifications: NewNotification[] = [
    lentAt
      ? {
          userId: holder.id,
          template: 'key-lent',
          facts: {
            keyNumber,
            deskName: lentAt.deskName,
            guard,
            ...(isUnanswered && { unanswered: true as const }),
          },
          ...about,
        }
      : { userId: holder.id, template: 'key-taken', facts: named, ...about },
  ];
  if (visitor && isUnanswered) {
    const person = { id: holder.id, name: visitor.name };
    const facts = { ...named, person, sponsor: visitor.sponsor, guard };
    for (const userId of unanswered?.admins ?? [])
      notifications.push({ userId, template: 'lent-unanswered', facts, ...about });
  }
  // Erasing the holder finds this notification, whose reason is about them, through its loan.
  if (override && ownerId && ownerId !== desk.id) {
    const { reason } = override;
    const facts = { ...named, holder: { id: holder.id, name: holder.name }, guard, reason };
    notifications.push({ userId: ownerId, template: 'key-overridden', facts, ...about });
  }
  return notifications;
}

/** The desk where the person is on duty, else the one that the desk's browser names. */
function placeOf({ duty, role }: DeskUser, { atDeskId }: DeskPlace): string | undefined {
  return duty?.deskId ?? (isDesk(role) ? atDeskId : undefined);
}

function laterTimes(loanDue: DueWithExtensions, now: Date): string[] | undefined {
  const { rule, latest } = loanDue;
  if (!rule) return undefined;
  const choices = extensionChoices(loanDue, { ...rule, latest }, now);
  return choices.length > 0 ? choices.map((time) => time.toISOString()) : undefined;
}

type OpenedLoan = { loanId: string; holder: UserDetails; takenAt: Date; loanDue: Due };

function afterHandOut(row: KeyRow, { loanId, holder, takenAt, loanDue }: OpenedLoan): KeyRow {
  return {
    ...row,
    version: row.version + 1,
    loanId: loanId,
    holderId: holder.id,
    holderName: holder.name,
    holderEmail: holder.email,
    takenAt: takenAt,
    dueAt: loanDue.dueAt,
    graceUntil: loanDue.graceUntil,
    recalledAt: null,
    recallCause: null,
    holderDisputes: false,
    awayDeskId: null,
  };
}

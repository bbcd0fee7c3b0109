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
import type { Key } from '@keydesk/shared/keys/key';
import { keyElsewhere, recordedElsewhere } from '@keydesk/shared/keys/key-place';
import {
  decideHandOut,
  decideTagOut,
  type NeededTag,
  type TagSettings,
} from '@keydesk/shared/loans/decide';
import type { IdentifiedBy } from '@keydesk/shared/loans/loan-kinds';
import type { Person } from '@keydesk/shared/loans/routes';
import type { User, UserDetails } from '@keydesk/shared/people/user';
import type { AuditEvent } from '../../core/audit/record.ts';
import type { KeyChange } from '../../core/live/publisher.ts';
import { type NewNotification, toNotice } from '../../core/messages/notify.ts';
import { newId } from '../../db/ids.ts';
import { accessPolicyOf, recordedOverride, requireAccess } from '../access/index.ts';
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

type HandOutResponse = {
  success: true;
  message: string;
  data: {
    key: Key;
    requestingUser: Person;
    scannedBy: Person;
    layAtDeskId?: string | undefined;
    wasNotSeenSince?: string | undefined;
    recordedAtDeskId?: string | undefined;
    keepUntil?: string[] | undefined;
    repeated?: true | undefined;
  };
};

/** Hands a key out on its holder's scanned code (`issued-codes`). */
export async function scanRequest(
  deps: HandoverDeps,
  desk: DeskUser,
  request: ScannedRequest,
): Promise<HandOutResponse> {
  const { qrData, tag, overrideReason, here, atDeskId } = request;
  const scan = parseScan(qrData);
  const place = { here, atDeskId, desks: deps.desks() };
  const options = {
    ...byCode,
    desk,
    due: deps.due,
    tags: deps.deskSettings(),
    overrideReason,
    place,
  };
  const answer = (result: HandOutResult) => toHandOutResponse(result, desk);
  const answered =
    (await redeemCode(deps, {
      scan,
      tag,
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
        loadForHandOut(tx, { keyId, personId, tag }, accessPolicyOf(deps)),
      plan: (context) => planHandOut(context, { ...options, method: 'unattested-code' }),
      answer,
    }));
  return answered ?? scanRequest(deps, desk, request);
}

/** A request code, the text of the key's tag if the desk scanned it, and why it overrides rules. */
type ScannedRequest = {
  qrData?: unknown;
  tag?: string | undefined;
  overrideReason?: string | undefined;
} & Omit<DeskPlace, 'desks'>;

/** Where the desk says that it stands and that the key is, and the desks that there are. */
export type DeskPlace = {
  here?: boolean | undefined;
  atDeskId?: string | undefined;
  desks: readonly Desk[];
};

function toHandOutResponse(
  { key, holder, layAtDeskId, wasNotSeenSince, recordedAtDeskId, keepUntil }: HandOutResult,
  desk: User,
): HandOutResponse {
  return {
    success: true,
    message: `Key ${key.keyNumber} (${key.keyName}) handed over to ${holder.name}`,
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
  /** Until when the holder asked for the key. */
  until?: Date | null;
  /** Recorded in the audit event. A code is unattested when we did not issue it. */
  method: 'code' | 'unattested-code' | 'direct' | 'desk' | 'card';
  action: KeyChange['action'];
  identifiedBy: IdentifiedBy | null;
  /** Where the desk lends it, which is what the holder is told. */
  lentAt?: { deskName: string | null };
  /** Of which keys the tag must have been scanned, and which kind counts. */
  tags: TagSettings;
  /** Why the desk hands it over against access rules, where it does. */
  overrideReason?: string | undefined;
  /** Although the sponsor of the visitor has not answered; the admins, who are told of it. */
  unanswered?: { admins: readonly string[] } | undefined;
  place: DeskPlace;
};

/**
 * `layAtDeskId` is the desk where the key lay, if that was not its home; `recordedAtDeskId` the
 * other desk where it was recorded to be, if the desk has it all the same; `wasNotSeenSince` when a
 * count did not see it, if nobody had since; `keepUntil` are the
 * later due times that its rules allow, if they do.
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
 * Plans the loan of the one locked key to the person in the context, with its audit event and
 * notification.
 * @throws the rules' error when they do not allow it.
 */
export function planHandOut(
  { keys: [row], person: holder, now: at, scannedTag = null, access }: HandOutContext,
  {
    desk,
    due,
    until = null,
    method,
    action,
    identifiedBy,
    lentAt,
    tags,
    overrideReason,
    unanswered,
    place,
  }: HandOutOptions,
): HandoverPlan<HandOutResult> {
  const verdict = decideHandOut(row && toLockedKey(row), holder);
  if (!verdict.allowed) throw refusedHandOut(verdict.error, row);
  if (!row || !holder) throw appError('KEY_NOT_FOUND');
  const right = requireAccess(access, { key: row, holder }, { desk, overrideReason });
  const visitor = access?.facts.visitor;
  const isUnanswered = visitor?.answer === null;
  if (isUnanswered && !unanswered)
    throw appError('SPONSOR_UNANSWERED', { sponsor: visitor.sponsor.name });
  const recorded = recordedElsewhere(row, place.desks, placeOf(desk, place));
  if (recorded && !place.here) throw keyElsewhere(row, holder, recorded);
  const tagVerdict = decideTagOut(row, holder, tags, scannedTag);
  if (!tagVerdict.allowed) {
    const { error } = tagVerdict;
    if (!isDesk(desk.role)) throw error;
    throw error.withDetails({ ...(error.details as NeededTag), spot: presentStorageLocation(row) });
  }
  const loanId = newId();
  const facts = { key: row, holderId: holder.id, rules: due.rules() };
  const loanDue = dueBy(
    withRequestedUntil(dueFor(at, facts, due.calendar()), until, at),
    visitor ? new Date(visitor.validUntil) : null,
  );
  const key = afterHandOut(row, { loanId, holder, takenAt: at, loanDue });
  const parties = { actorId: desk.id, subjectId: holder.id, keyId: row.id, loanId };
  const { grantId, override } = right;
  const details =
    recorded || isUnanswered
      ? { recordedAtDesk: recorded?.deskName, unanswered: isUnanswered || undefined }
      : undefined;
  const events: AuditEvent[] = [{ action: 'hand-out', ...parties, method, details }];
  const named = { keyNumber: row.keyNumber, keyName: row.keyName };
  const guard = { id: desk.id, name: desk.name };
  const told: NewNotification = lentAt
    ? {
        userId: holder.id,
        template: 'key-lent',
        facts: {
          keyNumber: row.keyNumber,
          deskName: lentAt.deskName,
          guard,
          ...(isUnanswered && { unanswered: true as const }),
        },
        aboutId: row.id,
        loanId,
      }
    : { userId: holder.id, template: 'key-taken', facts: named, aboutId: row.id, loanId };
  const notices = [toNotice(told, at)];
  if (isUnanswered)
    for (const userId of unanswered?.admins ?? [])
      notices.push(
        toNotice(
          {
            userId,
            template: 'lent-unanswered',
            facts: {
              ...named,
              person: { id: holder.id, name: visitor.name },
              sponsor: visitor.sponsor,
              guard,
            },
            aboutId: row.id,
            loanId,
          },
          at,
        ),
      );
  if (override) {
    const { reason } = override;
    events.push({ action: 'override-access', ...parties, reason, ...recordedOverride(override) });
    // By the loan it is found when the holder, about whom the reason is, is erased.
    if (row.ownerId && row.ownerId !== desk.id)
      notices.push(
        toNotice(
          {
            userId: row.ownerId,
            template: 'key-overridden',
            facts: { ...named, holder: { id: holder.id, name: holder.name }, guard, reason },
            aboutId: row.id,
            loanId,
          },
          at,
        ),
      );
  }
  const loan = {
    id: loanId,
    holder,
    sponsor: visitor?.sponsor ?? null,
    key,
    identifiedBy,
    tagChecked: scannedTag !== null,
    dueRuleId: loanDue.rule?.id ?? null,
    extended: loanDue.extended,
    grantId,
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

/** At which desk somebody stands: where they are on duty, else where the desk's browser says. */
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

/** The key's row once the loan is open. */
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
    recallReason: null,
    holderDisputes: false,
    awayDeskId: null,
  };
}

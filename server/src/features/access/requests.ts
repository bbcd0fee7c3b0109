import { decideAccess } from '@keydesk/shared/access/decide-access';
import {
  type AccessRequest,
  askedAt,
  mayDecide,
  type NewAccessRequest,
  stepNow,
} from '@keydesk/shared/access/requests';
import { dayMs } from '@keydesk/shared/core/dates';
import { type AppError, appError } from '@keydesk/shared/core/errors';
import { momentText } from '@keydesk/shared/core/formats';
import { type RuleVerdict, withReason } from '@keydesk/shared/core/rule-verdict';
import { may } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Connection, databaseNow, type Transaction, transact } from '../../db/client.ts';
import { readActiveKey } from '../keys/index.ts';
import { approversOf, listAsked } from './approvers.ts';
import { type AccessPolicy, accessPolicyOf, gatherAccess } from './hand-out-access.ts';
import { announceRequest, askNotices, type RequestDeps } from './request-messages.ts';
import {
  expireOverdueRequest,
  findRequest,
  insertRequest,
  listOwnRequests,
  listRequestsToDecide,
  type RequestRow,
  readApprovers,
  readConcerns,
} from './request-queries.ts';

type Listed = { requests: AccessRequest[]; decides: boolean; hasGrants: boolean };

/** The caller's requests, those to decide or decided, and what else concerns the caller. */
export async function listRequests(db: Connection, caller: User): Promise<Listed> {
  const isAdmin = may(caller.role, 'administer');
  const own = await listOwnRequests(db, caller.id);
  const others = (await listRequestsToDecide(db, caller.id, isAdmin))
    .filter((row) => row.state === 'open' || hasDecidedOrWasAsked(row, caller))
    .map((row) => presentRequest(row, caller))
    .filter(({ state, mayDecide: mine }) => state !== 'open' || mine);
  const { decides, hasGrants } = await readConcerns(db, caller.id, isAdmin);
  return {
    requests: [...own.map((row) => presentRequest(row, caller)), ...others],
    decides: decides || others.length > 0,
    hasGrants,
  };
}

/** Department heads see decided requests only if these were escalated to them. */
function hasDecidedOrWasAsked(row: RequestRow, caller: User): boolean {
  const { userId: requesterId, step, decidedById } = row;
  const approvers = approversOf(row, requesterId);
  return decidedById === caller.id || mayDecide(caller, { requesterId, step, approvers });
}

export function presentRequest(row: RequestRow, reader: User): AccessRequest {
  const approvers = approversOf(row, row.userId);
  const step = stepNow(row.step, approvers);
  const isOpen = row.state === 'open';
  return {
    id: row.id,
    key: { id: row.keyId, keyNumber: row.keyNumber, keyName: row.keyName },
    user: { id: row.userId, name: row.userName },
    purpose: row.purpose,
    wantedUntil: row.wantedUntil.toISOString(),
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy:
      row.decidedById === null ? null : { id: row.decidedById, name: row.decidedByName ?? '' },
    decidedAt: row.decidedAt?.toISOString() ?? null,
    note: row.note,
    mayDecide: isOpen && mayDecide(reader, { requesterId: row.userId, step, approvers }),
    approverName: askedAt(step, approvers)?.name ?? null,
  };
}

const longestDays = 366;

/** Requests access to a key, and notifies the approvers. */
export async function requestAccess(
  deps: RequestDeps,
  caller: User,
  wanted: NewAccessRequest,
): Promise<AccessRequest> {
  const { request, deliveries } = await transact(deps.db, async (tx) => {
    await lockRequests(tx, caller.id);
    const key = await readActiveKey(tx, wanted.keyId);
    const now = await databaseNow(tx);
    validateRequestedEnd(new Date(wanted.wantedUntil), now);
    await endOverdue(tx, caller, key.id);
    const asked = { keyId: key.id, personId: caller.id };
    await requireApprovalNeeded(tx, asked, accessPolicyOf(deps));
    return storeRequest(tx, deps, caller, wanted, now);
  });
  announceRequest(deps.publisher, deliveries);
  return presentRequest(request, caller);
}

async function endOverdue(tx: Transaction, { id: subjectId }: User, keyId: string): Promise<void> {
  const requestId = await expireOverdueRequest(tx, subjectId, keyId);
  if (requestId)
    await recordAudit(tx, { action: 'expire-request', subjectId, keyId, details: { requestId } });
}

async function storeRequest(
  tx: Transaction,
  { due }: RequestDeps,
  caller: User,
  wanted: NewAccessRequest,
  now: Date,
): Promise<{ request: RequestRow; deliveries: NotificationDelivery[] }> {
  const columns = await readApprovers(tx, wanted.keyId);
  if (!columns) throw appError('KEY_NOT_FOUND');
  const approvers = approversOf(columns, caller.id);
  const step = stepNow(0, approvers);
  const clock = { now, timezone: due.calendar().timezone };
  const id = await insertRequest(tx, caller.id, wanted, step);
  if (!id) throw withReason(appError('REQUEST_OPEN'));
  await enforceRequestLimit(tx, caller.id, clock);
  await recordAudit(tx, {
    action: 'request-access',
    actorId: caller.id,
    subjectId: caller.id,
    keyId: wanted.keyId,
    details: { requestId: id, wantedUntil: wanted.wantedUntil },
    personal: { purpose: wanted.purpose },
  });
  const request = await findRequest(tx, id);
  if (!request) throw new Error('The new request was not stored');
  const asked = await listAsked(tx, step, approvers, caller.id);
  return { request, deliveries: await notify(tx, askNotices(request, asked, clock)) };
}

function validateRequestedEnd(until: Date, now: Date): void {
  if (until <= now) throw appError('ACCESS_ENDS_BEFORE_NOW');
  if (until.getTime() > now.getTime() + longestDays * dayMs) throw appError('UNTIL_TOO_LATE');
}

/**
 * Checks that an approval would let the person take the key. Overdue keys are ignored: they block
 * only until they are returned.
 */
export async function requireApprovalSuffices(
  tx: Transaction,
  asked: { keyId: string; personId: string },
  policy: AccessPolicy,
): Promise<void> {
  const gathered = await gatherAccess(tx, asked, { ...policy, noKeysWhileOverdue: false });
  if (!gathered) throw appError('KEY_NOT_FOUND');
  const input = { ...gathered.input, granted: true };
  const verdict = decideAccess(input, undefined, { readerId: null });
  if (verdict.outcome !== 'allowed') throw requestRefused(verdict);
}

/** Checks that the person needs an approval, and that it suffices. */
async function requireApprovalNeeded(
  tx: Transaction,
  asked: { keyId: string; personId: string },
  policy: AccessPolicy,
): Promise<void> {
  const gathered = await gatherAccess(tx, asked, policy);
  if (!gathered) throw appError('KEY_NOT_FOUND');
  const verdict = decideAccess(gathered.input);
  if (verdict.outcome === 'allowed') throw appError('REQUEST_NOT_NEEDED').withDetails({ verdict });
  if (verdict.outcome === 'refused') throw requestRefused(verdict);
}

function requestRefused(verdict: RuleVerdict): AppError {
  return appError('REQUEST_HOPELESS', { reason: verdict.reasons[0]?.text ?? '' }).withDetails({
    verdict,
  });
}

const maxOpen = 10;
const maxLately = 20;
const requestLocks = 7_233_018;

/** Serializes a person's requests, so that each counts those before. Call it before other locks. */
async function lockRequests(tx: Transaction, userId: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [requestLocks, userId]);
}

/**
 * Limits a person's requests (`bounded-work`): each is stored permanently and notifies its owner or
 * every admin, also by push and email.
 */
async function enforceRequestLimit(
  tx: Transaction,
  userId: string,
  { now, timezone }: { now: Date; timezone: string },
): Promise<void> {
  const { open, lately } = await readAsked(tx, userId, new Date(now.getTime() - dayMs));
  const firstThatCounts = lately[maxLately];
  if (firstThatCounts) {
    const again = new Date(firstThatCounts.getTime() + dayMs);
    throw appError('ASKED_TOO_OFTEN', {
      most: maxLately,
      time: momentText(again, now, timezone),
    }).withDetails({
      retryAfter: Math.ceil((again.getTime() - now.getTime()) / 1000),
    });
  }
  if (open > maxOpen) throw appError('TOO_MANY_OPEN_REQUESTS', { most: maxOpen });
}

/** The number of open requests, and the times of those since `since`, newest first. */
async function readAsked(
  tx: Transaction,
  userId: string,
  since: Date,
): Promise<{ open: number; lately: Date[] }> {
  const rows = await tx.rows<{ createdAt: Date; isOpen: boolean }>(
    `SELECT r.created_at AS "createdAt",
            r.state = 'open' AND r.expires_at > clock_timestamp() AND k.deleted_at IS NULL AS "isOpen"
       FROM access_requests r
       JOIN keys k ON k.id = r.key_id
      WHERE r.user_id = $1 AND (r.state = 'open' OR r.created_at > $2)
      ORDER BY r.created_at DESC`,
    [userId, since],
  );
  return {
    open: rows.filter(({ isOpen }) => isOpen).length,
    lately: rows.map(({ createdAt }) => createdAt).filter((at) => at > since),
  };
}

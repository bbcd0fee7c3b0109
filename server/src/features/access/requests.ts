import { askedAt, mayDecide, stepNow } from '@keydesk/shared/access/approval';
import type { AccessRequest, NewAccessRequest } from '@keydesk/shared/access/request-routes';
import { dayMs } from '@keydesk/shared/durations';
import { appError } from '@keydesk/shared/errors';
import { withRefusal } from '@keydesk/shared/handovers/refusal';
import { may } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { type Connection, type Transaction, transact } from '../../platform/db/client.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { recordAudit } from '../audit/index.ts';
import { findKeys } from '../keys/index.ts';
import { type NotificationDelivery, notify } from '../notifications/index.ts';
import { announceRequest, askNotices, type RequestDeps } from './announce.ts';
import { approversOf, listAsked } from './approvers.ts';
import { accessPolicyOf } from './facts.ts';
import { requireFewRequests, serializeRequestsOf } from './request-limits.ts';
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
import { requireApprovalNeeded } from './request-verdict.ts';

type Listed = { requests: AccessRequest[]; decides: boolean; hasGrants: boolean };

/** The caller's own requests, those that they decide or decided about, and what else concerns them. */
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

/** Whether a decided request concerns this person: a head only if it went as far up. */
function hasDecidedOrWasAsked(row: RequestRow, caller: User): boolean {
  const { userId: requesterId, step, decidedById } = row;
  const approvers = approversOf(row, requesterId);
  return decidedById === caller.id || mayDecide(caller, { requesterId, step, approvers });
}

/** A request as this person sees it. */
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

/**
 * Asks for a key that needs approval, and tells whoever decides about it.
 * @throws KEY_NOT_FOUND, ACCESS_ENDS_BEFORE_NOW, UNTIL_TOO_LATE, REQUEST_NOT_NEEDED, REQUEST_HOPELESS,
 * ASKED_TOO_OFTEN, TOO_MANY_OPEN_REQUESTS or REQUEST_OPEN
 */
export async function requestAccess(
  deps: RequestDeps,
  caller: User,
  wanted: NewAccessRequest,
): Promise<AccessRequest> {
  const { request, deliveries } = await transact(deps.db, async (tx) => {
    await serializeRequestsOf(tx, caller.id);
    const [key] = await findKeys(tx, [wanted.keyId]);
    if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
    const now = await databaseNow(tx);
    requireSensibleEnd(new Date(wanted.wantedUntil), now);
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
  if (!id) throw withRefusal(appError('REQUEST_OPEN'));
  await requireFewRequests(tx, caller.id, clock);
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

function requireSensibleEnd(until: Date, now: Date): void {
  if (until <= now) throw appError('ACCESS_ENDS_BEFORE_NOW');
  if (until.getTime() > now.getTime() + longestDays * dayMs) throw appError('UNTIL_TOO_LATE');
}

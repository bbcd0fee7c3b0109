import type { AccessRequest, RequestDecision } from '@keydesk/shared/access/requests';
import { mayDecide, stepNow } from '@keydesk/shared/access/requests';
import { appError } from '@keydesk/shared/core/errors';
import { withReason } from '@keydesk/shared/core/rule-verdict';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { databaseNow, type Transaction, transact } from '../../db/client.ts';
import { lockPersonForShare } from '../people/index.ts';
import { approversOf } from './approvers.ts';
import { insertGrant } from './grants.ts';
import { accessPolicyOf, lockAccessForChange } from './hand-out-access.ts';
import { announceRequest, type RequestDeps } from './request-messages.ts';
import { closeRequest, lockRequest, type RequestRow } from './request-queries.ts';
import { presentRequest, requireApprovalSuffices } from './requests.ts';

/**
 * Approves, denies or withdraws a request (`first-decision`). An approval gives access in the same
 * transaction.
 */
export async function decideRequest(
  deps: RequestDeps,
  caller: User,
  id: string,
  decision: RequestDecision,
): Promise<AccessRequest> {
  const { request, deliveries } = await transact(deps.db, async (tx) => {
    // Must precede any other lock.
    if (decision.decision === 'approve') await lockAccessForChange(tx);
    const asked = await lockRequest(tx, id);
    const request = requireDecidable(asked, caller, decision.decision === 'withdraw');
    const deliveries = await applyDecision(tx, deps, caller, request, decision);
    return { request: await lockRequest(tx, id), deliveries };
  });
  if (!request) throw new Error('The request is gone');
  announceRequest(deps.publisher, deliveries);
  return presentRequest(request, caller);
}

function requireDecidable(
  request: RequestRow | undefined,
  caller: User,
  withdraws: boolean,
): RequestRow {
  if (!request) throw appError('REQUEST_NOT_FOUND');
  const { userId: requesterId, state, decidedByName } = request;
  const isOwn = requesterId === caller.id;
  if (withdraws && !isOwn) throw appError('REQUEST_NOT_FOUND');
  if (!withdraws && isOwn) throw appError('OWN_REQUEST');
  const approvers = approversOf(request, requesterId);
  const step = stepNow(request.step, approvers);
  if (!withdraws && !mayDecide(caller, { requesterId, step, approvers }))
    throw appError('NOT_YOURS_TO_DECIDE');
  if (decidedByName !== null)
    throw withReason(appError('REQUEST_DECIDED', { name: decidedByName }), { who: decidedByName });
  if (state !== 'open') throw withReason(appError('REQUEST_OVER'));
  return request;
}

async function applyDecision(
  tx: Transaction,
  deps: RequestDeps,
  caller: User,
  request: RequestRow,
  { decision, until, note }: RequestDecision,
): Promise<NotificationDelivery[]> {
  if (decision === 'withdraw') {
    await closeRequest(tx, request.id, { state: 'withdrawn', decidedBy: null });
    await recordDecision(tx, caller, request, 'withdraw-request');
    return [];
  }
  const now = await databaseNow(tx);
  const person = await lockPersonForShare(tx, request.userId);
  const ends = decision === 'approve' ? new Date(until ?? request.wantedUntil) : null;
  if (ends && ends <= now) throw appError('ACCESS_ENDS_BEFORE_NOW');
  if (ends && !person) throw withReason(appError('HOLDER_CANNOT_BORROW'));
  const asked = { keyId: request.keyId, personId: request.userId };
  if (ends) await requireApprovalSuffices(tx, asked, accessPolicyOf(deps));
  await closeRequest(tx, request.id, {
    state: ends ? 'approved' : 'denied',
    decidedBy: caller.id,
    note: note || null,
  });
  if (ends)
    await insertGrant(tx, {
      keyId: request.keyId,
      userId: request.userId,
      givenBy: caller.id,
      validFrom: now,
      validUntil: ends,
      usesLeft: null,
      requestId: request.id,
      reason: request.purpose,
    });
  const details = ends && { validUntil: ends.toISOString() };
  const action = ends ? 'approve-access' : 'deny-access';
  await recordDecision(tx, caller, request, action, { ...(details && { details }), note });
  if (!person) return [];
  const { userId, keyId, keyNumber } = request;
  const decider = { id: caller.id, name: caller.name };
  const facts = { keyNumber, decider, note: note || null };
  const { timezone } = deps.due.calendar();
  const { role } = person;
  const decided: NewNotification = ends
    ? {
        userId,
        template: 'access-approved',
        facts: { ...facts, keyId, until: ends, role, timezone },
        aboutId: keyId,
        requestId: request.id,
        at: now,
      }
    : { userId, template: 'access-denied', facts, aboutId: keyId, at: now };
  return notify(tx, [decided]);
}

type DecisionAction = 'approve-access' | 'deny-access' | 'withdraw-request';

async function recordDecision(
  tx: Transaction,
  { id: actorId }: User,
  { id: requestId, keyId, userId: subjectId }: RequestRow,
  action: DecisionAction,
  { details, note }: { details?: object; note?: string | undefined } = {},
): Promise<void> {
  await recordAudit(tx, {
    action,
    actorId,
    subjectId,
    keyId,
    details: { requestId, ...details },
    ...(note && { personal: { note } }),
  });
}

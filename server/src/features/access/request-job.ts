import { approvalHours, stepAfter, stepNow } from '@keydesk/shared/access/requests';
import type { Calendar } from '@keydesk/shared/due/calendar';
import { afterOpenTime } from '@keydesk/shared/due/calendar';
import { recordAudit } from '../../core/audit/record.ts';
import type { Job } from '../../core/jobs.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { approversOf, listAsked } from './approvers.ts';
import { announceRequest, askNotices } from './request-messages.ts';
import {
  closeRequest,
  escalateRequest,
  excludeNotified,
  lockOpenRequests,
  type RequestRow,
} from './request-queries.ts';

type RequestJobDeps = { db: Database; publisher: Publisher; calendar: () => Calendar };

/**
 * Expires undecided requests, and escalates one step after some open hours without a decision, or
 * when an approver was replaced or can no longer decide (`who-approves`).
 */
export function requestJob({ db, publisher, calendar }: RequestJobDeps): Job {
  return {
    name: 'access-request',
    async run(now) {
      const changed = await transact(db, (tx) => expireOrEscalate(tx, now, calendar()));
      for (const deliveries of changed) announceRequest(publisher, deliveries);
    },
  };
}

/** Advisory lock: one process at a time makes a round, and the next one sees its results. */
const roundLock = 7_233_020;

async function expireOrEscalate(
  tx: Transaction,
  now: Date,
  calendar: Calendar,
): Promise<NotificationDelivery[][]> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [roundLock]);
  const changed: NotificationDelivery[][] = [];
  for (const request of await lockOpenRequests(tx, now)) {
    const messages =
      request.state === 'expired'
        ? await expire(tx, request, now)
        : await escalate(tx, request, now, calendar);
    if (messages) changed.push(await notify(tx, messages));
  }
  return changed;
}

async function expire(tx: Transaction, request: RequestRow, now: Date): Promise<NewNotification[]> {
  await closeRequest(tx, request.id, { state: 'expired', decidedBy: null, at: now });
  await record(tx, request, 'expire-request');
  if (!request.userIsActive) return [];
  const { userId, keyId, keyNumber, keyIsGone } = request;
  const facts = { keyNumber, keyIsGone };
  return [{ userId, template: 'request-expired', facts, aboutId: keyId, at: now }];
}

/** Null if the step stays and all its approvers were notified. */
async function escalate(
  tx: Transaction,
  request: RequestRow,
  now: Date,
  calendar: Calendar,
): Promise<NewNotification[] | null> {
  const approvers = approversOf(request, request.userId);
  const present = stepNow(request.step, approvers);
  const isLate = now >= afterOpenTime(request.stepSince, approvalHours * 60, calendar);
  const next = present > request.step ? present : isLate ? stepAfter(present, approvers) : null;
  if (next !== null) {
    await escalateRequest(tx, request.id, next, now);
    await record(tx, request, 'escalate-request', { step: stepNames[next] });
  }
  const asked = await listAsked(tx, next ?? present, approvers, request.userId);
  // People who became owner, head or admin since the last step have not been asked yet.
  const notNotified = next === null ? await excludeNotified(tx, request.id, asked) : asked;
  if (notNotified.length === 0) return null;
  return askNotices(request, notNotified, { now, timezone: calendar.timezone });
}

const stepNames = ['owner', 'head of department', 'admins'] as const;

async function record(
  tx: Transaction,
  { id: requestId, keyId, userId: subjectId }: RequestRow,
  action: 'expire-request' | 'escalate-request',
  details = {},
): Promise<void> {
  await recordAudit(tx, { action, subjectId, keyId, details: { requestId, ...details } });
}

import { mayDecide } from '@keydesk/shared/access/requests';
import type { DeskSettings } from '@keydesk/shared/campus/settings';
import type { Role } from '@keydesk/shared/http/roles';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import type { NewNotification } from '../../core/messages/notify.ts';
import type { Connection, Database } from '../../db/client.ts';
import type { CurrentDue } from '../due/index.ts';
import { approversOf } from './approvers.ts';
import { findRequests, type RequestRow } from './request-queries.ts';

export type RequestDeps = {
  db: Database;
  publisher: Publisher;
  due: CurrentDue;
  deskSettings: () => DeskSettings;
};

/** Call it after the commit: notifies the people concerned and every page. */
export function announceRequest(
  publisher: Publisher,
  deliveries: readonly NotificationDelivery[],
): void {
  publisher.notified(deliveries);
  publisher.campusChanged('access');
}

/** To the people who can decide the request. */
export function askNotices(
  request: RequestRow,
  userIds: readonly string[],
  { now, timezone }: { now: Date; timezone: string },
): NewNotification[] {
  const { id: requestId, keyId, keyNumber, purpose, wantedUntil: until } = request;
  const person = { id: request.userId, name: request.userName };
  const facts = { keyNumber, person, until, purpose, timezone };
  return userIds.map((userId) => ({
    userId,
    template: 'access-requested',
    facts,
    aboutId: keyId,
    requestId,
    at: now,
  }));
}

type RequestMessage = { id: string; userId: string; requestId: string };

/**
 * Which of these notifications are still true: the reader can still decide the request, or made it
 * and still has the access. Called just before sending (`recheck-before-send`).
 */
export async function findCurrentRequestMessages(
  db: Connection,
  messages: readonly RequestMessage[],
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set();
  const [requests, roles] = await Promise.all([
    findRequests(
      db,
      messages.map(({ requestId }) => requestId),
    ),
    readRoles(
      db,
      messages.map(({ userId }) => userId),
    ),
  ]);
  const isTrue = ({ userId, requestId }: RequestMessage) => {
    const [request, role] = [requests.get(requestId), roles.get(userId)];
    if (!request || !role) return false;
    if (userId === request.userId) return request.isGranted;
    return request.state === 'open' && isAsked({ id: userId, role }, request);
  };
  return new Set(messages.filter(isTrue).map(({ id }) => id));
}

function isAsked(reader: { id: string; role: Role }, request: RequestRow): boolean {
  const { userId: requesterId, step } = request;
  return mayDecide(reader, { requesterId, step, approvers: approversOf(request, requesterId) });
}

async function readRoles(
  db: Connection,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  const rows = await db.rows<{ id: string; role: Role }>(
    'SELECT id, role FROM users WHERE id = ANY ($1)',
    [userIds],
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

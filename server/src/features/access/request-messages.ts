import { mayDecide } from '@keydesk/shared/access/approval';
import type { Role } from '@keydesk/shared/users/role';
import type { Connection } from '../../platform/db/client.ts';
import { approversOf } from './approvers.ts';
import { findRequests, type RequestRow } from './request-queries.ts';

/** A message about a request, and its reader. */
type RequestMessage = { id: string; userId: string; requestId: string };

/**
 * The ids of those of these messages that are still true: their reader is still to decide the request,
 * or made it, and the access that they were given lasts. Asked in the moment of sending (`still-true`).
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
  const { rows } = await db.query<{ id: string; role: Role }>(
    'SELECT id, role FROM users WHERE id = ANY ($1)',
    [userIds],
  );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

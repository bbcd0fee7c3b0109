import type { KeyEvent } from '@keydesk/shared/events';
import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import type { Holder, Key } from '@keydesk/shared/keys/key';

/** Whether an event shows that the handover of a code has happened to its key. */
export function eventCompletes(request: CodeRequest, userId: string, event: KeyEvent): boolean {
  if (!requestedKeyIds(request).includes(event.key._id)) return false;
  if (request.type !== 'key-request')
    return event.action === 'qr-return' || event.action === 'return';
  return event.action === 'qr-request'
    ? event.requestingUserId === userId
    : event.action === 'take' && event.key.takenBy?.userId === userId;
}

/** Whether the state of a key shows that the handover has happened. */
export function keyCompletes(request: CodeRequest, userId: string, key: Key): boolean {
  if (request.type === 'batch-return') return key.status === 'available';
  const withUser = key.takenBy?.userId === userId;
  if (request.type === 'key-request') return withUser;
  // Of one that its holder disputes nobody is told who has it.
  return key.status === 'available' || (key.takenBy !== null && !withUser);
}

/** Who else has the key that a code requests; null while it is at the desk or with this user. */
export function takerOf(request: CodeRequest, userId: string, key: Key): Holder | null {
  if (request.type !== 'key-request' || key._id !== request.keyId) return null;
  return key.takenBy?.userId === userId ? null : key.takenBy;
}

/** The keys that a code is for. */
export function requestedKeyIds(request: CodeRequest): readonly string[] {
  return request.type === 'batch-return' ? request.keyIds : [request.keyId];
}

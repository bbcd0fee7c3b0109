import type { KeyEvent } from '@keydesk/shared/events';
import type { CodeRequest } from '@keydesk/shared/handovers/qr-payload';
import type { Key } from '@keydesk/shared/keys/key';

/** Whether a live event does to its key what the code was shown for. */
export function eventCompletes(wish: CodeRequest, userId: string, event: KeyEvent): boolean {
  if (!requestedKeyIds(wish).includes(event.key._id)) return false;
  if (wish.type !== 'key-request') return event.action === 'qr-return' || event.action === 'return';
  return event.action === 'qr-request'
    ? event.requestingUserId === userId
    : event.action === 'take' && event.key.takenBy?.userId === userId;
}

/** Whether a key, as it is now, is where the code was to bring it. */
export function keyCompletes(wish: CodeRequest, userId: string, key: Key): boolean {
  if (wish.type === 'batch-return') return key.status === 'available';
  const withUser = key.takenBy?.userId === userId;
  return wish.type === 'key-request' ? withUser : !withUser;
}

/** The keys that a code is about. */
export function requestedKeyIds(wish: CodeRequest): readonly string[] {
  return wish.type === 'batch-return' ? wish.keyIds : [wish.keyId];
}

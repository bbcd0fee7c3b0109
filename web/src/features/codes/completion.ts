import type { KeyEvent } from '@keydesk/shared/events';
import type { CodeWish } from '@keydesk/shared/handovers/qr-generation';
import type { Key } from '@keydesk/shared/keys/key';
import { wishedKeys } from './wished-keys.ts';

/** Whether a live event does to its key what the code was shown for. */
export const eventCompletes = (wish: CodeWish, userId: string, event: KeyEvent): boolean => {
  if (!wishedKeys(wish).includes(event.key._id)) return false;
  if (wish.type !== 'key-request') return event.action === 'qr-return' || event.action === 'return';
  return event.action === 'qr-request'
    ? event.requestingUserId === userId
    : event.action === 'take' && event.key.takenBy?.userId === userId;
};

/** Whether a key, as it is now, is where the code was to bring it. */
export const keyCompletes = (wish: CodeWish, userId: string, key: Key): boolean => {
  if (wish.type === 'batch-return') return key.status === 'available';
  const withUser = key.takenBy?.userId === userId;
  return wish.type === 'key-request' ? withUser : !withUser;
};

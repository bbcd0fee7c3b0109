import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { KeyRow } from '../keys/index.ts';
import type { NewNotification } from '../notifications/index.ts';

type NamedKey = Pick<KeyRow, 'keyNumber' | 'keyName'>;

/** The notification to the holder when a key is handed out. */
export function takenNotice(key: NamedKey, holderId: string): NewNotification {
  return {
    userId: holderId,
    title: 'Key Taken',
    message: `You have taken key ${named(key)}.`,
  };
}

function named(key: NamedKey): string {
  return `${key.keyNumber} (${key.keyName})`;
}

/** The notification to the holder when their key is back; names who brought it, unless they did. */
export function returnedNotice(
  key: NamedKey,
  holderId: string,
  returnType: ReturnType,
  returner: { id: string; name: string },
): NewNotification {
  return {
    userId: holderId,
    title: 'Key Returned',
    message:
      returner.id === holderId
        ? `You have returned key ${named(key)}.`
        : returnType === 'collected'
          ? `Key ${named(key)} was collected by ${returner.name}.`
          : `Key ${named(key)} was returned for you by ${returner.name}.`,
  };
}

import { isDesk } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import { keyFieldsWhere } from '@keydesk/shared/keys/key-fields';
import type { Principal } from '../../http/principal.ts';

/**
 * The desk sees the key's place, desk and holder see the holder's email, others only the name. A
 * desk's computer without a guard also sees recalls, so that it counts the same keys as overdue.
 */
export type KeyReader = 'desk' | 'unattended' | 'holder' | 'others';

/** How a caller reads other people's keys. */
export function readerOf({
  user,
  desk,
  duty,
}: Pick<Principal, 'user' | 'desk' | 'duty'>): Exclude<KeyReader, 'holder'> {
  if (desk !== null && duty === null) return 'unattended';
  return isDesk(user.role) ? 'desk' : 'others';
}

const fieldsOfDesk = new Set<string>([
  ...keyFieldsWhere(({ readers }) => readers === 'desk'),
  'awayDeskId',
  'disputed',
]);

/** Removes what only the desk may see. */
export function hideFromHolder(key: Key): Key {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !fieldsOfDesk.has(name))) as Key;
}

/** Also removes the holder's email and the recall. */
export function hideFromOthers(key: Key): Key {
  const { takenBy, recalledAt, recallReason, recallCause, ...rest } = hideFromHolder(key);
  const known = takenBy && !takenBy.disputed;
  return { ...rest, takenBy: known ? { userId: takenBy.userId, name: takenBy.name } : null };
}

export function hideFromUnattended(key: Key): Key {
  return { ...hideFromOthers(key), ...(key.recalledAt && { recalledAt: key.recalledAt }) };
}

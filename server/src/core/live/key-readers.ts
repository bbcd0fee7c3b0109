import { isDesk } from '@keydesk/shared/http/roles';
import type { Key } from '@keydesk/shared/keys/key';
import { keyFieldsWhere } from '@keydesk/shared/keys/key-fields';
import type { Principal } from '../../http/principal.ts';

/**
 * Who reads a key: the desk sees where it hangs, the desk and the holder see the holder's email,
 * others only the name. A desk's computer without a guard also sees that it is recalled, so that it
 * counts the same keys as overdue as it does with one.
 */
export type KeyReader = 'desk' | 'unattended' | 'holder' | 'others';

/** How a caller reads keys of other people. */
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

/** The same key as its holder may see it: without what is the desk's alone. */
export function hideFromHolder(key: Key): Key {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !fieldsOfDesk.has(name))) as Key;
}

/** The same key as others may see it: also without the holder's email, and that it is recalled. */
export function hideFromOthers(key: Key): Key {
  const { takenBy, recalledAt, recallReason, ...rest } = hideFromHolder(key);
  const known = takenBy && !takenBy.disputed;
  return { ...rest, takenBy: known ? { userId: takenBy.userId, name: takenBy.name } : null };
}

/** The same key as a desk's computer without a guard may see it. */
export function hideFromUnattended(key: Key): Key {
  return { ...hideFromOthers(key), ...(key.recalledAt && { recalledAt: key.recalledAt }) };
}

import type { NewNotification } from './notifications.service.ts';
import type { UnreturnedKey } from './reminders.repository.ts';

/** Keys named one by one in a message; the rest are counted. */
const namedKeys = 10;

const counted = (count: number): string => `${count} ${count === 1 ? 'key' : 'keys'}`;

const listed = (keys: readonly UnreturnedKey[], text: (key: UnreturnedKey) => string): string => {
  const rest = keys.length - namedKeys;
  const names = keys.slice(0, namedKeys).map(text).join(', ');
  return rest > 0 ? `${names} and ${counted(rest)} more` : names;
};

const named = (key: UnreturnedKey): string => `${key.key_number} (${key.key_name})`;

/** The one reminder of the day to a holder, whatever the number of their keys. */
export const reminderFor = (holderId: string, keys: readonly UnreturnedKey[]): NewNotification => ({
  userId: holderId,
  title: 'Key Return Reminder',
  message: `Please return ${counted(keys.length)}: ${listed(keys, named)}.`,
  type: 'key_reminder',
  priority: 'high',
});

/** What the desk and the admins learn about keys that were not brought back. */
export const unreturnedAlertFor = (
  userId: string,
  keys: readonly UnreturnedKey[],
): NewNotification => ({
  userId,
  title: 'Unreturned Keys Alert',
  message: `${counted(keys.length)} still out: ${listed(keys, (key) => `${key.key_number} with ${key.holder_name}`)}.`,
  type: 'security_alert',
  priority: 'high',
});

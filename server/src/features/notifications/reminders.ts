import { latestReminder, type ReminderRule } from '@keydesk/shared/keys/due';
import { deskRoles } from '@keydesk/shared/users/role';
import type { Connection, Database, Transaction } from '../../platform/db/client.ts';
import { type Job, runOnce } from '../../platform/jobs/jobs.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { listUserIdsByRole } from '../users/index.ts';
import { type NotificationDelivery, notify } from './notify.ts';
import type { NewNotification } from './queries.ts';

/**
 * Once a day, at the campus's reminder time, sends one notification to each holder of keys that are
 * still out, and one alert to security and admins. After downtime only the latest missed reminder
 * is sent.
 */
export function reminderJob(db: Database, publisher: Publisher, rule: ReminderRule): Job {
  let lastMoment = 0;
  return {
    name: 'reminder',
    async run(now) {
      const moment = latestReminder(now, rule);
      if (moment.getTime() === lastMoment) return;
      const deliveries = await runOnce(db, 'reminder', moment, (tx) => sendReminders(tx, moment));
      lastMoment = moment.getTime();
      if (deliveries) publisher.notified(deliveries);
    },
  };
}

async function sendReminders(tx: Transaction, moment: Date): Promise<NotificationDelivery[]> {
  const keys = await listUnreturned(tx, moment);
  if (keys.length === 0) return [];
  const desk = await listUserIdsByRole(tx, deskRoles);
  return notify(tx, [
    ...[...groupByHolder(keys)].map(([holderId, own]) => reminderFor(holderId, own)),
    ...desk.map((userId) => unreturnedAlertFor(userId, keys)),
  ]);
}

/** Keys handed out before `moment` and still out, oldest first. */
async function listUnreturned(db: Connection, moment: Date): Promise<UnreturnedKey[]> {
  const { rows } = await db.query<UnreturnedKey>(
    `SELECT l.holder_id, h.name AS holder_name, k.key_number, k.key_name, l.taken_at
       FROM loans l
       JOIN keys k ON k.id = l.key_id
       JOIN users h ON h.id = l.holder_id
      WHERE l.returned_at IS NULL AND l.taken_at < $1
      ORDER BY l.taken_at, k.key_number`,
    [moment],
  );
  return rows;
}

function groupByHolder(keys: readonly UnreturnedKey[]): Map<string, UnreturnedKey[]> {
  const groups = new Map<string, UnreturnedKey[]>();
  for (const key of keys) groups.set(key.holder_id, [...(groups.get(key.holder_id) ?? []), key]);
  return groups;
}

/** A holder's one reminder for all their keys. */
function reminderFor(holderId: string, keys: readonly UnreturnedKey[]): NewNotification {
  return {
    userId: holderId,
    title: 'Key Return Reminder',
    message: `Please return ${formatKeyCount(keys.length)}: ${joinKeys(keys, keyLabel)}.`,
    type: 'key_reminder',
    priority: 'high',
  };
}

function formatKeyCount(count: number): string {
  return `${count} ${count === 1 ? 'key' : 'keys'}`;
}

function joinKeys(keys: readonly UnreturnedKey[], text: (key: UnreturnedKey) => string): string {
  const rest = keys.length - maxListedKeys;
  const names = keys.slice(0, maxListedKeys).map(text).join(', ');
  return rest > 0 ? `${names} and ${formatKeyCount(rest)} more` : names;
}

function keyLabel(key: UnreturnedKey): string {
  return `${key.key_number} (${key.key_name})`;
}

/** The alert to the desk and the admins about keys that were not returned. */
function unreturnedAlertFor(userId: string, keys: readonly UnreturnedKey[]): NewNotification {
  return {
    userId,
    title: 'Unreturned Keys Alert',
    message: `${formatKeyCount(keys.length)} still out: ${joinKeys(keys, (key) => `${key.key_number} with ${key.holder_name}`)}.`,
    type: 'security_alert',
    priority: 'high',
  };
}

/** How many keys a message names; the rest are counted. */
const maxListedKeys = 10;

/** A key that is still out, and who has it. */
type UnreturnedKey = {
  holder_id: string;
  holder_name: string;
  key_number: string;
  key_name: string;
  taken_at: Date;
};

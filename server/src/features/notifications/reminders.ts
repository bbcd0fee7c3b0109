import { latestReminder, type ReminderRule } from '@keydesk/shared/keys/due';
import { deskRoles } from '@keydesk/shared/users/role';
import type { Connection, Database, Transaction } from '../../platform/db/client.ts';
import { type Job, runOnce } from '../../platform/jobs/jobs.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { listUserIdsByRole } from '../users/index.ts';
import { type NotificationDelivery, notify } from './notify.ts';
import type { NewNotification } from './queries.ts';

/**
 * Reminds once a day, at the reminder time of the campus: one bundled notification to each holder
 * of keys still out, and one alert to security and admins. After downtime only the latest missed
 * reminder is made up for.
 */
export function reminderJob(db: Database, publisher: Publisher, rule: ReminderRule): Job {
  let done = 0;
  return {
    name: 'reminder',
    async run(now) {
      const moment = latestReminder(now, rule);
      if (moment.getTime() === done) return;
      const told = await runOnce(db, 'reminder', moment, (tx) => sendReminders(tx, moment));
      done = moment.getTime();
      if (told) publisher.notified(told);
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

/** Keys handed out before `moment` and still out, longest out first. */
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

/** The one reminder of the day to a holder, whatever the number of their keys. */
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

/** What the desk and the admins learn about keys that were not brought back. */
function unreturnedAlertFor(userId: string, keys: readonly UnreturnedKey[]): NewNotification {
  return {
    userId,
    title: 'Unreturned Keys Alert',
    message: `${formatKeyCount(keys.length)} still out: ${joinKeys(keys, (key) => `${key.key_number} with ${key.holder_name}`)}.`,
    type: 'security_alert',
    priority: 'high',
  };
}

/** Keys named one by one in a message; the rest are counted. */
const maxListedKeys = 10;

/** A key that was out at a moment and still is, and who has it. */
type UnreturnedKey = {
  holder_id: string;
  holder_name: string;
  key_number: string;
  key_name: string;
  taken_at: Date;
};

import { latestReminder, type ReminderRule } from '@keydesk/shared/keys/due';
import { deskRoles } from '@keydesk/shared/users/role';
import type { Database, Transaction } from '../../db/client.ts';
import { runOnce } from '../../jobs/job-run.ts';
import type { Job } from '../../jobs/schedule.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { listUserIds } from '../users/list-user-ids.service.ts';
import { notify, type Told } from './notifications.service.ts';
import { reminderFor, unreturnedAlertFor } from './reminder-texts.ts';
import { listUnreturned, type UnreturnedKey } from './reminders.repository.ts';

const byHolder = (keys: readonly UnreturnedKey[]): Map<string, UnreturnedKey[]> => {
  const groups = new Map<string, UnreturnedKey[]>();
  for (const key of keys) groups.set(key.holder_id, [...(groups.get(key.holder_id) ?? []), key]);
  return groups;
};

const remind = async (tx: Transaction, moment: Date): Promise<Told[]> => {
  const keys = await listUnreturned(tx, moment);
  if (keys.length === 0) return [];
  const desk = await listUserIds(tx, deskRoles);
  return notify(tx, [
    ...[...byHolder(keys)].map(([holderId, own]) => reminderFor(holderId, own)),
    ...desk.map((userId) => unreturnedAlertFor(userId, keys)),
  ]);
};

/**
 * Reminds once a day, at the reminder time of the campus: one bundled notification to each holder
 * of keys still out, and one alert to security and admins. After downtime only the latest missed
 * reminder is made up for.
 */
export const reminderJob = (db: Database, publisher: Publisher, rule: ReminderRule): Job => {
  let done = 0;
  return {
    name: 'reminder',
    async run(now) {
      const moment = latestReminder(now, rule);
      if (moment.getTime() === done) return;
      const told = await runOnce(db, 'reminder', moment, (tx) => remind(tx, moment));
      done = moment.getTime();
      if (told) publisher.notified(told);
    },
  };
};

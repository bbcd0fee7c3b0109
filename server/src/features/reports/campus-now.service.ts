import { latestReminder, type ReminderRule } from '@keydesk/shared/keys/due';
import type { Connection } from '../../db/client.ts';
import { type KeyCounts, keyCounts } from './key-counts.query.ts';
import { userCounts } from './user-counts.query.ts';

/** The keys as they stand; overdue is what was out before the latest reminder time. */
export const countKeys = (db: Connection, now: Date, rule: ReminderRule): Promise<KeyCounts> =>
  keyCounts(db, latestReminder(now, rule));

/** The people as they stand, all and by role. */
export const countUsers = async (db: Connection) => {
  const counts = await userCounts(db);
  return {
    total: counts.reduce((total, { count }) => total + count, 0),
    byRole: Object.fromEntries(counts.map(({ role, count }) => [role, count])),
  };
};

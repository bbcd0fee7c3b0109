import type { Database } from '../../db/client.ts';
import { runOnce } from '../../jobs/job-run.ts';
import type { Job } from '../../jobs/schedule.ts';
import { deleteOlderThan } from './notifications.repository.ts';

const dayMs = 86_400_000;

/** Notifications are kept for as long as the demo's and the reports' longest range. */
const keptDays = 90;

/** Forgets old notifications, once a day. */
export const retentionJob = (db: Database): Job => {
  let done = 0;
  return {
    name: 'notification-retention',
    async run(now) {
      const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
      if (today.getTime() === done) return;
      await runOnce(db, 'notification-retention', today, (tx) =>
        deleteOlderThan(tx, new Date(now.getTime() - keptDays * dayMs)),
      );
      done = today.getTime();
    },
  };
};

import { dueAt } from '@keydesk/shared/keys/due';
import type { Key } from '@keydesk/shared/keys/key';
import { serverNow } from '../../lib/clock.ts';
import { useConfig } from '../../lib/config.ts';
import { nearMomentText } from './near-moment-text.ts';

/** When a key is expected back, or was. */
export const KeyDue = ({ item }: { item: Key }) => {
  const config = useConfig();
  if (!config || !item.takenAt) return null;
  const { reminderTime, campusTimezone: timezone } = config;
  const due = dueAt(new Date(item.takenAt), { reminderTime, timezone });
  const now = serverNow();
  return (
    <span className={due.getTime() <= now ? 'font-medium text-overdue' : undefined}>
      {due.getTime() <= now ? 'was due' : 'due'} {nearMomentText(due, now)}
    </span>
  );
};

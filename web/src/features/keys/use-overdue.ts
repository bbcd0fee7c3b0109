import { isOverdue } from '@keydesk/shared/keys/due';
import type { Key } from '@keydesk/shared/keys/key';
import { isDesk } from '@keydesk/shared/users/role';
import { serverNow } from '../../lib/clock.ts';
import { useConfig } from '../../lib/config.ts';
import { useUser } from '../../lib/session.ts';

/** Whether a key should have been back by now. Only the desk is told of other people's. */
export const useOverdue = (item: Key): boolean => {
  const config = useConfig();
  const user = useUser();
  if (!config || !user || !item.takenAt) return false;
  if (!isDesk(user.role) && item.takenBy?.userId !== user.id) return false;
  const { reminderTime, campusTimezone: timezone } = config;
  return isOverdue(new Date(item.takenAt), new Date(serverNow()), { reminderTime, timezone });
};

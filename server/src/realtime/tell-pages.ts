import type { KeyEvent } from '@keydesk/shared/events';
import { hideEmail } from '../features/keys/keys.presenter.ts';
import type { ClusterNews, RealtimeServer } from './io.ts';
import type { KeyChange } from './publisher.ts';
import { keyRooms, userRoom } from './rooms.ts';

const eventOf = (change: KeyChange, timestamp: string): KeyEvent => ({
  ...change,
  version: change.key.version,
  timestamp,
});

const tellOfChange = (io: RealtimeServer, change: KeyChange, timestamp: string): void => {
  const full = eventOf(change, timestamp);
  const reduced = { ...full, key: hideEmail(full.key) };
  io.local.to(keyRooms.desk).emit('key-updated', full);
  io.local.to(keyRooms.others).emit('key-updated', reduced);
  const concerned = [change.requestingUserId, change.originalUserId];
  for (const userId of new Set(concerned.filter((id) => id !== undefined)))
    io.local.to(userRoom(userId)).emit('user-key-updated', full);
};

/** Sends news to the pages connected to this very process. */
export const tellPages = (io: RealtimeServer, news: ClusterNews): void => {
  for (const change of news.changes ?? []) tellOfChange(io, change, news.timestamp);
  if (news.keyListChanged) io.local.to(keyRooms.desk).to(keyRooms.others).emit('key-list-changed');
  if (news.unread) {
    const { userId, unreadCount } = news.unread;
    io.local.to(userRoom(userId)).emit('notification-count-update', { unreadCount });
  }
  for (const { userId, notification, unreadCount } of news.told ?? []) {
    const page = io.local.to(userRoom(userId));
    page.emit('notification', { ...notification, id: notification._id });
    page.emit('notification-count-update', { unreadCount });
  }
};

import type { KeyEvent } from '@keydesk/shared/events';
import { hideHolderEmail } from '../features/keys/present.ts';
import type { ClusterEvent, KeyChange, Publisher, RealtimeServer } from './publisher.ts';
import { keyRooms, sessionRoom, userRoom } from './rooms.ts';

/** Tells what concerns this process itself through `tellOwn`, and then every other process. */
export function createPublisher(
  io: RealtimeServer,
  tellOwn: (news: ClusterEvent) => void,
): Publisher {
  const tell = (news: Omit<ClusterEvent, 'timestamp'>): void => {
    const stamped = { ...news, timestamp: new Date().toISOString() };
    tellOwn(stamped);
    io.serverSideEmit('news', stamped);
  };
  return {
    keysChanged: (changes) => tell({ changes }),
    handedOver: (changes, told) => tell({ changes, told }),
    keyListChanged: () => tell({ keyListChanged: true }),
    notified(told) {
      if (told.length > 0) tell({ told });
    },
    unreadChanged: (userId, unreadCount) => tell({ unread: { userId, unreadCount } }),
    sessionEnded(sessionId) {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    personChanged(userId) {
      io.in(userRoom(userId)).disconnectSockets(true);
    },
    settingsChanged: () => tell({ settingsChanged: true }),
  };
}

/** Sends news to the pages connected to this very process. */
export function broadcast(io: RealtimeServer, news: ClusterEvent): void {
  for (const change of news.changes ?? []) broadcastKeyChange(io, change, news.timestamp);
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
}

function broadcastKeyChange(io: RealtimeServer, change: KeyChange, timestamp: string): void {
  const full = toKeyEvent(change, timestamp);
  const reduced = { ...full, key: hideHolderEmail(full.key) };
  io.local.to(keyRooms.desk).emit('key-updated', full);
  io.local.to(keyRooms.others).emit('key-updated', reduced);
  const concerned = [change.requestingUserId, change.originalUserId];
  for (const userId of new Set(concerned.filter((id) => id !== undefined)))
    io.local.to(userRoom(userId)).emit('user-key-updated', full);
}

function toKeyEvent(change: KeyChange, timestamp: string): KeyEvent {
  return {
    ...change,
    version: change.key.version,
    timestamp,
  };
}

import type { ClusterNews, RealtimeServer } from './io.ts';
import type { Publisher } from './publisher.ts';
import { sessionRoom, userRoom } from './rooms.ts';

/** Tells what concerns this process itself through `tellOwn`, and then every other process. */
export const createPublisher = (
  io: RealtimeServer,
  tellOwn: (news: ClusterNews) => void,
): Publisher => {
  const tell = (news: Omit<ClusterNews, 'timestamp'>): void => {
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
};

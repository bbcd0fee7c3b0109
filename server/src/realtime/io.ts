import type { ClientEvents, ServerEvents } from '@keydesk/shared/events';
import type { Role } from '@keydesk/shared/users/role';
import type { Server, Socket } from 'socket.io';
import type { Told } from '../features/notifications/notifications.service.ts';
import type { KeyChange } from './publisher.ts';

/** What one process tells the others, so that each tells its own connected pages. */
export type ClusterNews = {
  changes?: readonly KeyChange[];
  keyListChanged?: true;
  told?: readonly Told[];
  unread?: { userId: string; unreadCount: number };
  settingsChanged?: true;
  timestamp: string;
};

type ClusterEvents = { news: (news: ClusterNews) => void };

/** Whose socket this is: fixed when it connects. */
export type SocketOwner = { sessionId: string; userId: string; role: Role };

export type RealtimeServer = Server<ClientEvents, ServerEvents, ClusterEvents, SocketOwner>;
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, ClusterEvents, SocketOwner>;

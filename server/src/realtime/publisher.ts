import type { ClientEvents, KeyAction, ServerEvents } from '@keydesk/shared/events';
import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { Key } from '@keydesk/shared/keys/key';
import type { Role } from '@keydesk/shared/users/role';
import type { Server, Socket } from 'socket.io';
import type { NotificationDelivery } from '../features/notifications/notify.ts';

/** A committed change of a key, as the desk may see it. */
export type KeyChange = {
  action: KeyAction;
  key: Key;
  requestingUserId?: string;
  originalUserId?: string;
  scannerId?: string;
  returnType?: ReturnType;
};

/** Tells connected pages what has been committed. Never called inside a transaction. */
export type Publisher = {
  keysChanged(changes: readonly KeyChange[]): void;
  /** Keys changed hands, and the people concerned are told. */
  handedOver(changes: readonly KeyChange[], told: readonly NotificationDelivery[]): void;
  /** Too many keys changed to tell of each: pages read the list anew. */
  keyListChanged(): void;
  notified(told: readonly NotificationDelivery[]): void;
  unreadChanged(userId: string, unreadCount: number): void;
  sessionEnded(sessionId: string): void;
  /** Ends a person's live connections; those that may come back do so by their rights of now. */
  personChanged(userId: string): void;
  settingsChanged(): void;
};

/** What one process tells the others, so that each tells its own connected pages. */
export type ClusterEvent = {
  changes?: readonly KeyChange[];
  keyListChanged?: true;
  told?: readonly NotificationDelivery[];
  unread?: { userId: string; unreadCount: number };
  settingsChanged?: true;
  timestamp: string;
};

type ClusterEventMap = { news: (news: ClusterEvent) => void };

/** Whose socket this is: fixed when it connects. */
export type SocketOwner = { sessionId: string; userId: string; role: Role };

export type RealtimeServer = Server<ClientEvents, ServerEvents, ClusterEventMap, SocketOwner>;
export type RealtimeSocket = Socket<ClientEvents, ServerEvents, ClusterEventMap, SocketOwner>;

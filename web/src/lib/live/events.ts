import type { ClientEvents, KeyEvent, ServerEvents } from '@keydesk/shared/events';
import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Socket } from 'socket.io-client';
import { signal } from '../observable.ts';

export type KeydeskSocket = Socket<ServerEvents, ClientEvents>;
export type SocketUser = { id: string; role: string };

const keyEvents = signal<[KeyEvent]>();
const keyListChanges = signal<[]>();
const notifications = signal<[Notification]>();
const unreadCounts = signal<[number]>();

/** Asks for the rooms of a person, which the server verifies. */
export function joinRooms(socket: KeydeskSocket, person: SocketUser): void {
  socket.emit('join-user-room', person.id);
  socket.emit('join-role-room', person.role);
  socket.emit('join-keys-room');
}

/** Passes what the server sends on to those who subscribed. */
export function forwardEvents(socket: KeydeskSocket): void {
  let isNews = dedupeKeyEvents();
  // Everything is read anew then, from a server that may have been set back to a backup.
  socket.on('connect', () => {
    isNews = dedupeKeyEvents();
  });
  const passKeyEvent = (event: KeyEvent): void => {
    if (isNews(event)) keyEvents.emit(event);
  };
  // Servers that spell the events in camel case are understood too.
  for (const name of ['key-updated', 'user-key-updated', 'keyUpdated', 'userKeyUpdated'])
    socket.on(name as 'key-updated', passKeyEvent);
  socket.on('key-list-changed', () => keyListChanges.emit());
  socket.on('notification', notifications.emit);
  socket.on('notification-count-update', ({ unreadCount }) => unreadCounts.emit(unreadCount));
}

/** Calls back for every change of a key, once and never for an older one after a newer. */
export const onKeyEvent = keyEvents.on;
/** Calls back when so many keys changed that the lists are to be read anew. */
export const onKeyListChanged = keyListChanges.on;
export const onNotification = notifications.on;
export const onUnreadCount = unreadCounts.on;

/**
 * Lets each change of a key through once, and never an older one after a newer: processes tell of
 * their own changes at once, of another's a moment later.
 */
export function dedupeKeyEvents(): (event: KeyEvent) => boolean {
  const newest = new Map<string, number>();
  return ({ key, version }) => {
    const isNews = version > (newest.get(key._id) ?? -1);
    if (isNews) newest.set(key._id, version);
    return isNews;
  };
}

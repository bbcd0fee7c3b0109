import type { ClientEvents, KeyEvent, ServerEvents } from '@keydesk/shared/events';
import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Socket } from 'socket.io-client';
import { observable, signal } from './observable.ts';
import { socketOptions } from './socket-options.ts';

export type Connection = 'connected' | 'reconnecting' | 'offline';
type Person = { id: string; role: string };
type KeydeskSocket = Socket<ServerEvents, ClientEvents>;

const connection = observable<Connection>('reconnecting');
const keyEvents = signal<[KeyEvent]>();
const notifications = signal<[Notification]>();
const unreadCounts = signal<[number]>();
const connects = signal<[]>();

let socket: KeydeskSocket | null = null;
let wanted: Person | null = null;

const joinRooms = (open: KeydeskSocket, person: Person): void => {
  open.emit('join-user-room', person.id);
  open.emit('join-role-room', person.role);
  open.emit('join-keys-room');
};

const listen = (open: KeydeskSocket, person: Person): void => {
  open.on('connect', () => {
    joinRooms(open, person);
    connection.set('connected');
    connects.emit();
  });
  open.on('disconnect', (reason) => {
    if (socket !== open) return;
    connection.set('reconnecting');
    // The library reconnects by itself unless the server closed the connection.
    if (reason === 'io server disconnect') open.connect();
  });
  open.on('connect_error', () => {
    if (socket === open && !open.active) connection.set('offline');
  });
  open.io.on('reconnect_failed', () => connection.set('offline'));
  // Servers that spell the events in camel case are understood too.
  for (const name of ['key-updated', 'user-key-updated', 'keyUpdated', 'userKeyUpdated'])
    open.on(name as 'key-updated', keyEvents.emit);
  open.on('notification', notifications.emit);
  open.on('notification-count-update', ({ unreadCount }) => unreadCounts.emit(unreadCount));
};

/** Starts the live connection of a signed-in person. */
export const connectSocket = async (person: Person): Promise<void> => {
  if (wanted?.id === person.id && wanted.role === person.role) return;
  disconnectSocket();
  wanted = person;
  const { io } = await import('socket.io-client');
  if (wanted !== person) return;
  socket = io(socketOptions());
  listen(socket, person);
};

/** Ends the live connection. */
export const disconnectSocket = (): void => {
  wanted = null;
  socket?.disconnect();
  socket = null;
  connection.set('reconnecting');
};

/** Tries again after the attempts ran out: the page was shown again or the network came back. */
export const retrySocket = (): void => {
  if (!socket) return;
  if (socket.connected) {
    connection.set('connected');
    return;
  }
  connection.set('reconnecting');
  socket.connect();
};

/** The device lost its network, which a quiet connection would notice only much later. */
export const noticeOffline = (): void => connection.set('offline');

/** `connected`, `reconnecting`, or `offline` once the attempts ran out. */
export const useConnection = (): Connection => connection.use();
export const isConnected = (): boolean => connection.get() === 'connected';

/** Calls back for every key event; a change of one key may arrive twice. */
export const onKeyEvent = keyEvents.on;
export const onNotification = notifications.on;
export const onUnreadCount = unreadCounts.on;
/** Calls back on every connect, the first included. */
export const onConnect = connects.on;

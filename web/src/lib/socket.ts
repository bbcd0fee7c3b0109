import { backoff } from './backoff.ts';
import { observable, signal } from './observable.ts';
import { joinRooms, type KeydeskSocket, type Person, passOn } from './socket-events.ts';
import { firstReconnectWait, maxReconnects, socketOptions } from './socket-options.ts';

export { onKeyEvent, onKeyListChanged, onNotification, onUnreadCount } from './socket-events.ts';

export type Connection = 'connected' | 'reconnecting' | 'offline';

const connection = observable<Connection>('reconnecting');
const connects = signal<[]>();

let socket: KeydeskSocket | null = null;
let wanted: Person | null = null;

/** The library recovers from lost connections; after a refusal or dismissal by the server we do. */
const recover = (own: KeydeskSocket): (() => void) => {
  const waits = backoff(maxReconnects, firstReconnectWait);
  own.on('connect', waits.reset);
  return () => {
    const wait = waits.next();
    connection.set(wait === null ? 'offline' : 'reconnecting');
    if (wait !== null) setTimeout(() => socket === own && own.connect(), wait);
  };
};

const follow = (own: KeydeskSocket, person: Person): void => {
  const tryAgain = recover(own);
  own.on('connect', () => {
    joinRooms(own, person);
    connection.set('connected');
    connects.emit();
  });
  own.on('disconnect', (reason) => {
    if (socket !== own) return;
    if (reason === 'io server disconnect') tryAgain();
    else connection.set(navigator.onLine ? 'reconnecting' : 'offline');
  });
  own.on('connect_error', () => {
    if (socket === own && !own.active) tryAgain();
  });
  own.io.on('reconnect_failed', () => {
    if (socket === own) connection.set('offline');
  });
};

/** Starts the live connection of a signed-in person. */
export const connectSocket = async (person: Person): Promise<void> => {
  if (wanted?.id === person.id && wanted.role === person.role) return;
  disconnectSocket();
  wanted = person;
  const { io } = await import('socket.io-client');
  if (wanted !== person) return;
  socket = io(socketOptions());
  follow(socket, person);
  passOn(socket);
};

/** Ends the live connection. */
export const disconnectSocket = (): void => {
  wanted = null;
  socket?.disconnect();
  socket = null;
  connection.set('reconnecting');
};

/** Tries again at once: the page was shown again or the network came back. */
export const retrySocket = (): void => {
  if (!socket) return;
  connection.set(socket.connected ? 'connected' : 'reconnecting');
  // Closing first ends a wait that may have many seconds to go.
  if (!socket.connected) socket.disconnect().connect();
};

/** The device lost its network, which a quiet connection would notice only much later. */
export const noticeOffline = (): void => connection.set('offline');

/** `connected`, `reconnecting`, or `offline` once the attempts ran out. */
export const useConnection = (): Connection => connection.use();
export const isConnected = (): boolean => connection.get() === 'connected';

/** Calls back on every connect, the first included. */
export const onConnect = connects.on;

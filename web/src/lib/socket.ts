import { backoff } from './backoff.ts';
import { noteConnection } from './connection.ts';
import { signal } from './observable.ts';
import { joinRooms, type KeydeskSocket, type Person, passOn } from './socket-events.ts';
import { firstReconnectWait, maxReconnects } from './socket-options.ts';

export { onKeyEvent, onKeyListChanged, onNotification, onUnreadCount } from './socket-events.ts';

const connects = signal<[]>();
const dismissals = signal<[]>();

let socket: KeydeskSocket | null = null;
let wanted: Person | null = null;

/** The library recovers from lost connections; after a refusal or dismissal by the server we do. */
const recover = (own: KeydeskSocket): (() => void) => {
  const waits = backoff(maxReconnects, firstReconnectWait);
  own.on('connect', waits.reset);
  return () => {
    const wait = waits.next();
    if (wait !== null) setTimeout(() => socket === own && own.connect(), wait);
  };
};

const follow = (own: KeydeskSocket, person: Person): void => {
  const tryAgain = recover(own);
  own.on('connect', () => {
    joinRooms(own, person);
    noteConnection({ live: true, serverAnswers: true });
    connects.emit();
  });
  own.on('disconnect', (reason) => {
    if (socket !== own) return;
    noteConnection({ live: false });
    if (reason !== 'io server disconnect') return;
    tryAgain();
    dismissals.emit();
  });
  own.on('connect_error', () => {
    if (socket === own && !own.active) tryAgain();
  });
};

/** Starts the live connection of a signed-in person. */
export const connectSocket = async (person: Person): Promise<void> => {
  if (wanted?.id === person.id && wanted.role === person.role) return;
  disconnectSocket();
  wanted = person;
  const code = await import('./open-socket.ts').catch(() => null);
  if (wanted !== person) return;
  if (!code) {
    // Lists are read every so often instead, and the next call asks for the code anew.
    wanted = null;
    return;
  }
  socket = code.openSocket();
  follow(socket, person);
  passOn(socket);
};

/** Ends the live connection. */
export const disconnectSocket = (): void => {
  wanted = null;
  socket?.disconnect();
  socket = null;
  noteConnection({ live: false });
};

/** Tries again at once, with all attempts before it, unless events arrive already. */
export const retrySocket = (): void => {
  // Closing first ends a wait that may have many seconds to go.
  if (socket && !socket.connected) socket.disconnect().connect();
};

/** Connects anew even if all seems well: what a lost network has cut may not have noticed. */
export const renewSocket = (): void => {
  socket?.disconnect().connect();
};

/** Calls back on every connect, the first included. */
export const onConnect = connects.on;

/** Calls back when the server itself ends the connection: for a sign-out, or for another role. */
export const onDismissed = dismissals.on;

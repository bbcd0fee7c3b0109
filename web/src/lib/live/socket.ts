import { signal } from '../observable.ts';
import { updateConnection } from './connection.ts';
import { forwardEvents, joinRooms, type KeydeskSocket, type SocketUser } from './events.ts';
import { createBackoff, firstReconnectWait, maxReconnects } from './socket-options.ts';

const connectEvents = signal<[]>();
const serverDisconnects = signal<[]>();

let socket: KeydeskSocket | null = null;
let wanted: SocketUser | null = null;

/** Starts the live connection of a signed-in person. */
export async function connectSocket(person: SocketUser): Promise<void> {
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
  handleConnection(socket, person);
  forwardEvents(socket);
}

function handleConnection(own: KeydeskSocket, person: SocketUser): void {
  const tryAgain = createReconnect(own);
  own.on('connect', () => {
    joinRooms(own, person);
    updateConnection({ live: true, serverAnswers: true });
    connectEvents.emit();
  });
  own.on('disconnect', (reason) => {
    if (socket !== own) return;
    updateConnection({ live: false });
    if (reason !== 'io server disconnect') return;
    tryAgain();
    serverDisconnects.emit();
  });
  own.on('connect_error', () => {
    if (socket === own && !own.active) tryAgain();
  });
}

/** The library recovers from lost connections; after a refusal or dismissal by the server we do. */
function createReconnect(own: KeydeskSocket): () => void {
  const waits = createBackoff(maxReconnects, firstReconnectWait);
  own.on('connect', waits.reset);
  return () => {
    const wait = waits.next();
    if (wait !== null) setTimeout(() => socket === own && own.connect(), wait);
  };
}

/** Ends the live connection. */
export function disconnectSocket(): void {
  wanted = null;
  socket?.disconnect();
  socket = null;
  updateConnection({ live: false });
}

/** Tries again at once, with all attempts before it, unless events arrive already. */
export function reconnectIfDown(): void {
  // Closing first ends a wait that may have many seconds to go.
  if (socket && !socket.connected) socket.disconnect().connect();
}

/** Connects anew even if all seems well: what a lost network has cut may not have noticed. */
export function forceReconnect(): void {
  socket?.disconnect().connect();
}

/** Calls back on every connect, the first included. */
export const onConnect = connectEvents.on;

/** Calls back when the server itself ends the connection: for a sign-out, or for another role. */
export const onServerDisconnect = serverDisconnects.on;

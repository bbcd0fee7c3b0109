import { createEmitter } from '../store.ts';
import { updateConnection } from './connection.ts';
import { forwardEvents, joinRooms, type KeydeskSocket, type SocketUser } from './events.ts';
import { createBackoff, firstReconnectWait, maxReconnects } from './socket-options.ts';

const connectEvents = createEmitter<[isFirst: boolean]>();
const serverDisconnects = createEmitter<[]>();

let socket: KeydeskSocket | null = null;
let currentUser: SocketUser | null = null;

export async function connectSocket(person: SocketUser): Promise<void> {
  if (currentUser?.id === person.id && currentUser.role === person.role) return;
  disconnectSocket();
  currentUser = person;
  const module = await import('./open-socket.ts').catch(() => null);
  if (currentUser !== person) return;
  if (!module) {
    // Lists are polled instead, and the next call loads the file again.
    currentUser = null;
    return;
  }
  socket = module.openSocket();
  handleConnection(socket, person);
  forwardEvents(socket);
}

function handleConnection(own: KeydeskSocket, person: SocketUser): void {
  const reconnect = createReconnect(own);
  let connectedBefore = false;
  own.on('connect', () => {
    const isFirst = !connectedBefore;
    connectedBefore = true;
    joinRooms(own, person);
    updateConnection({ live: true, serverAnswers: true });
    connectEvents.emit(isFirst);
  });
  own.on('disconnect', (reason) => {
    if (socket !== own) return;
    updateConnection({ live: false });
    if (reason !== 'io server disconnect') return;
    reconnect();
    serverDisconnects.emit();
  });
  own.on('connect_error', () => {
    if (socket !== own || own.active) return;
    reconnect();
    // The server refuses a connection without a session.
    serverDisconnects.emit();
  });
}

/** Socket.IO reconnects lost connections, but not those that the server rejected or ended. */
function createReconnect(own: KeydeskSocket): () => void {
  const backoff = createBackoff(maxReconnects, firstReconnectWait);
  own.on('connect', backoff.reset);
  return () => {
    const delay = backoff.next();
    if (delay !== null) setTimeout(() => socket === own && own.connect(), delay);
  };
}

export function disconnectSocket(): void {
  currentUser = null;
  socket?.disconnect();
  socket = null;
  updateConnection({ live: false });
}

/** Reconnects at once, with all attempts available again, unless the socket is connected. */
export function reconnectIfDown(): void {
  // Disconnecting first cancels a delay that may take many more seconds.
  if (socket && !socket.connected) socket.disconnect().connect();
}

/** Reconnects even if the socket seems connected: it may not have noticed a lost network. */
export function forceReconnect(): void {
  socket?.disconnect().connect();
}

/** Calls back on every connect, and says whether it is the first of this socket. */
export const onConnect = connectEvents.on;

/** Calls back when the server ends the connection: after a sign-out or a change of role. */
export const onServerDisconnect = serverDisconnects.on;

import { may, type Role } from '@keydesk/shared/users/role';
import type { RealtimeServer, RealtimeSocket, SocketOwner } from './publisher.ts';

/** Key events come in a variant for each kind of reader (`private-address`). */
export const keyRooms = {
  desk: 'keys:desk',
  unattended: 'keys:unattended',
  others: 'keys:others',
} as const;

export function userRoom(userId: string): string {
  return `user:${userId}`;
}

export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** The `session-rooms`: its own, its user's, its role's, and the keys' for roles that see keys. */
export function roomsOf({ sessionId, userId, role, reader }: SocketOwner): string[] {
  return [
    sessionRoom(sessionId),
    userRoom(userId),
    roleRoom(role),
    ...(may(role, 'seeKeys') ? [keyRooms[reader]] : []),
  ];
}

function roleRoom(role: Role): string {
  return `role:${role}`;
}

/** How many packets one socket may send within the window before it is disconnected. */
const packetsPerWindow = 20;
const windowMs = 10_000;

/** Join messages are only answered: sockets are in their `session-rooms` already. */
export function handleJoins(io: RealtimeServer): void {
  io.on('connection', (socket) => {
    limitPackets(socket);
    const { userId, role } = socket.data;
    socket.on('join-user-room', (id, joined) => acknowledge(joined, id === userId));
    socket.on('join-role-room', (name, joined) => acknowledge(joined, name === role));
    socket.on('join-keys-room', (joined) => acknowledge(joined, may(role, 'seeKeys')));
  });
}

function limitPackets(socket: RealtimeSocket): void {
  let windowStart = 0;
  let packets = 0;
  socket.use((_packet, next) => {
    const now = Date.now();
    if (now - windowStart > windowMs) {
      windowStart = now;
      packets = 0;
    }
    packets += 1;
    if (packets > packetsPerWindow) socket.disconnect(true);
    else next();
  });
}

function acknowledge(joined: unknown, ok: boolean): void {
  if (typeof joined === 'function') joined(ok);
}

import { isDesk, type Role } from '@keydesk/shared/users/role';
import type { RealtimeServer, RealtimeSocket, SocketOwner } from './publisher.ts';

/** Key events come in two variants: with the holder's email for the desk, without for others. */
export const keyRooms = { desk: 'keys:desk', others: 'keys:others' } as const;

export function userRoom(userId: string): string {
  return `user:${userId}`;
}

export function sessionRoom(sessionId: string): string {
  return `session:${sessionId}`;
}

/** The rooms that follow from a session (DESIGN §5). */
export function roomsOf({ sessionId, userId, role }: SocketOwner): string[] {
  return [
    sessionRoom(sessionId),
    userRoom(userId),
    roleRoom(role),
    ...(seesKeys(role) ? [isDesk(role) ? keyRooms.desk : keyRooms.others] : []),
  ];
}

function roleRoom(role: Role): string {
  return `role:${role}`;
}

/** Whether the rooms of this role include one for keys. */
function seesKeys(role: Role): boolean {
  return isDesk(role) || role === 'faculty';
}

/** Packets that one socket may send within the window (DESIGN §6.14). */
const packetsPerWindow = 20;
const windowMs = 10_000;

/** Rooms follow from the session; join messages only learn whether they name the right one. */
export function handleJoins(io: RealtimeServer): void {
  io.on('connection', (socket) => {
    limitPackets(socket);
    const { userId, role } = socket.data;
    socket.on('join-user-room', (id, joined) => acknowledge(joined, id === userId));
    socket.on('join-role-room', (name, joined) => acknowledge(joined, name === role));
    socket.on('join-keys-room', (joined) => acknowledge(joined, seesKeys(role)));
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

import type { RealtimeServer, RealtimeSocket } from './io.ts';
import { seesKeys } from './rooms.ts';

/** Packets that one socket may send within the window (DESIGN §6.14). */
const packetsPerWindow = 20;
const windowMs = 10_000;

const limitPackets = (socket: RealtimeSocket): void => {
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
};

const acknowledge = (joined: unknown, ok: boolean): void => {
  if (typeof joined === 'function') joined(ok);
};

/** Rooms follow from the session; join messages only learn whether they name the right one. */
export const verifyJoins = (io: RealtimeServer): void => {
  io.on('connection', (socket) => {
    limitPackets(socket);
    const { userId, role } = socket.data;
    socket.on('join-user-room', (id, joined) => acknowledge(joined, id === userId));
    socket.on('join-role-room', (name, joined) => acknowledge(joined, name === role));
    socket.on('join-keys-room', (joined) => acknowledge(joined, seesKeys(role)));
  });
};

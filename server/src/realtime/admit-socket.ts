import { refusal } from '@keydesk/shared/errors';
import { needsRegistration } from '@keydesk/shared/users/user';
import { refusalOf } from '../http/error-handler.ts';
import type { Credentials, Principal } from '../http/principal.ts';
import type { RealtimeServer, RealtimeSocket } from './io.ts';
import { roomsOf, userRoom } from './rooms.ts';

/** Sockets of one person in one process (DESIGN §6.14). */
const socketsPerUser = 10;

const credentialsOf = (
  { handshake }: RealtimeSocket,
  sessionCookieIn: Admission['sessionCookieIn'],
): Credentials => {
  const token: unknown = handshake.auth.token ?? undefined;
  return {
    cookie: sessionCookieIn(handshake.headers.cookie ?? ''),
    bearer: token === undefined ? undefined : String(token),
  };
};

export type Admission = {
  authenticate: (credentials: Credentials) => Promise<Principal | null>;
  /** The session's secret in a Cookie header. */
  sessionCookieIn: (header: string) => string | undefined;
};

/** Lets a socket in by its session, into the rooms that follow from it; or says why not. */
export const admitSockets = (io: RealtimeServer, admission: Admission): void => {
  io.use(async (socket, next) => {
    try {
      const principal = await admission.authenticate(
        credentialsOf(socket, admission.sessionCookieIn),
      );
      if (!principal) throw refusal('NOT_SIGNED_IN');
      const { user, sessionId } = principal;
      if (needsRegistration(user)) throw refusal('NOT_REGISTERED');
      const open = io.sockets.adapter.rooms.get(userRoom(user.id))?.size ?? 0;
      if (open >= socketsPerUser) throw refusal('TOO_MANY_REQUESTS');
      socket.data = { sessionId, userId: user.id, role: user.role };
      await socket.join(roomsOf(socket.data));
      next();
    } catch (error) {
      // What a driver says of its database is not for the outside.
      next(refusalOf(error));
    }
  });
};

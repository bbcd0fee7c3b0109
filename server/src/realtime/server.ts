import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { appError } from '@keydesk/shared/errors';
import type { Role } from '@keydesk/shared/users/role';
import { needsRegistration } from '@keydesk/shared/users/user';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { CountedSocket, SocketLimits } from '../features/limits/connection-limits.ts';
import { toAppError } from '../platform/http/error-handler.ts';
import type { Credentials, Principal } from '../platform/http/principal.ts';
import { runEvery } from '../platform/jobs/jobs.ts';
import { EventsPool } from '../platform/realtime/events-pool.ts';
import { broadcast, createPublisher } from './broadcast.ts';
import type { Publisher, RealtimeServer, RealtimeSocket } from './publisher.ts';
import { createLocalBroadcaster, type KeyVersions } from './reconcile.ts';
import { handleJoins, roomsOf, userRoom } from './rooms.ts';

/**
 * Revocation and another role reach every process within 5 s (DESIGN §6.9), even when no
 * announcement does; a lost change of a key is looked for as often.
 */
const sweepIntervalMs = 4_000;

/** A page proves whose it is at once; a connection that has not by then is closed. */
const signInTimeoutMs = 10_000;

/** Only calls that wait for answers need to know how many processes there are; none is made. */
const heartbeatInterval = 60_000;
const heartbeatTimeout = 150_000;

type RealtimeOptions = SocketAuthentication & {
  databaseUrl: string;
  processName: string;
  allowedOrigins: ReadonlySet<string>;
  /** Whether a live connection may begin with this request, as far as the request itself tells. */
  isLetIn: (request: IncomingMessage) => boolean;
  socketLimits: SocketLimits;
  livingSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Role>>;
  /** The version of the key list as a whole. */
  listVersion: () => Promise<string>;
  /** The version of each key. */
  keyVersions: () => Promise<KeyVersions>;
  /** Called in every process whenever keys have changed anywhere. */
  onKeysChanged: () => void;
  /** Called in every other process when the security settings have changed in one. */
  onSettingsChanged: () => void;
  log: FastifyBaseLogger;
};

type Realtime = {
  publisher: Publisher;
  /** Live connections of this process. */
  openSockets: () => number;
  close(): Promise<void>;
};

type Transport = {
  request: IncomingMessage;
  once(event: 'close', listener: () => void): void;
  close(discard: boolean): void;
};

/** Serves live connections on the application's own HTTP server, across all its processes. */
export function startRealtime(http: HttpServer, options: RealtimeOptions): Realtime {
  const pool = openEventsPool(options);
  const onError = (error: unknown) => options.log.warn({ err: error }, 'live connection');
  const io: RealtimeServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: 10_000,
    adapter: createAdapter(pool, { errorHandler: onError, heartbeatInterval, heartbeatTimeout }),
    allowRequest: (request, decide) => {
      const { origin } = request.headers;
      const isAllowed =
        (!origin || options.allowedOrigins.has(origin)) &&
        options.isLetIn(request) &&
        options.socketLimits.allows(request);
      decide(null, isAllowed);
    },
    cors: { origin: [...options.allowedOrigins], credentials: true },
  });
  trackConnections(io, options.socketLimits);
  authenticateSockets(io, options);
  handleJoins(io);
  const own = createLocalBroadcaster({
    listVersion: options.listVersion,
    keyVersions: options.keyVersions,
    onKeysChanged: options.onKeysChanged,
    broadcast: (news) => broadcast(io, news),
    onLost: () => options.log.warn('news of a changed key was lost: pages read the list anew'),
    onError,
  });
  io.on('news', (news) => {
    if (news.settingsChanged) options.onSettingsChanged();
    own.broadcast(news);
  });
  // A fail-over may have undone changes and reuse their versions: pages would take what they hold
  // for as new as what comes next.
  pool.onReplaced = () =>
    own.broadcast({ keyListChanged: true, timestamp: new Date().toISOString() });
  const openSockets = () => io.of('/').sockets.size;
  own.reconcileMissedEvents().catch(onError);
  const stopSweeps = [
    runEvery(sweepIntervalMs, () => pruneRevokedSockets(io, options.livingSessions), onError),
    runEvery(
      sweepIntervalMs,
      async () => openSockets() > 0 && own.reconcileMissedEvents(),
      onError,
    ),
  ];
  return {
    publisher: createPublisher(io, own.broadcast),
    openSockets,
    async close() {
      for (const stop of stopSweeps) stop();
      await io.close();
      await pool.end();
    },
  };
}

function openEventsPool(options: RealtimeOptions): EventsPool {
  const onError = (error: Error) => options.log.warn({ err: error }, 'live connection pool');
  const pool = new EventsPool(options.databaseUrl, {
    max: 4,
    connectionTimeoutMillis: 5_000,
    // A hint to other processes is worth no wait for the disk.
    session: { synchronous_commit: 'off' },
    application_name: options.processName,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Counts each live connection until it closes, and closes those on which nobody signs in. */
function trackConnections(io: RealtimeServer, limits: SocketLimits): void {
  const counted = new WeakMap<object, CountedSocket & { timer: NodeJS.Timeout }>();
  io.engine.on('connection', (transport: Transport) => {
    const timer = setTimeout(() => transport.close(true), signInTimeoutMs);
    const socket = limits.opened(transport.request);
    counted.set(transport, { ...socket, timer });
    transport.once('close', () => {
      clearTimeout(timer);
      socket.closed();
    });
  });
  io.on('connection', (page) => {
    const { conn } = page;
    const socket = counted.get(conn);
    clearTimeout(socket?.timer);
    socket?.signedIn();
    // Whoever leaves may keep the connection open, on which they would count as nobody's.
    page.once('disconnect', () => conn.close());
  });
}

/** Lets a socket in by its session, into the rooms that follow from it; or says why not. */
function authenticateSockets(io: RealtimeServer, admission: SocketAuthentication): void {
  io.use(async (socket, next) => {
    try {
      const principal = await admission.authenticate(
        credentialsOf(socket, admission.sessionCookieIn),
      );
      if (!principal) throw appError('NOT_SIGNED_IN');
      const { user, sessionId } = principal;
      if (needsRegistration(user)) throw appError('NOT_REGISTERED');
      const open = io.sockets.adapter.rooms.get(userRoom(user.id))?.size ?? 0;
      if (open >= socketsPerUser) throw appError('TOO_MANY_REQUESTS');
      socket.data = { sessionId, userId: user.id, role: user.role };
      await socket.join(roomsOf(socket.data));
      next();
    } catch (error) {
      // What a driver says of its database is not for the outside.
      next(toAppError(error));
    }
  });
}

function credentialsOf(
  { handshake }: RealtimeSocket,
  sessionCookieIn: SocketAuthentication['sessionCookieIn'],
): Credentials {
  const token: unknown = handshake.auth.token ?? undefined;
  return {
    cookie: sessionCookieIn(handshake.headers.cookie ?? ''),
    bearer: token === undefined ? undefined : String(token),
  };
}

/**
 * Disconnects local sockets whose session has ended, or whose rooms follow from a role that their
 * person no longer has.
 */
async function pruneRevokedSockets(
  io: RealtimeServer,
  livingSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Role>>,
): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  const living = await livingSessions([...new Set(sockets.map((s) => s.data.sessionId))]);
  for (const socket of sockets)
    if (living.get(socket.data.sessionId) !== socket.data.role) socket.disconnect(true);
}

/** Sockets of one person in one process (DESIGN §6.14). */
const socketsPerUser = 10;

type SocketAuthentication = {
  authenticate: (credentials: Credentials) => Promise<Principal | null>;
  /** The session's secret in a Cookie header. */
  sessionCookieIn: (header: string) => string | undefined;
};

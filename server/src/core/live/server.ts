import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { appError } from '@keydesk/shared/core/errors';
import type { CampusTopic } from '@keydesk/shared/events';
import { needsRegistration, type Role } from '@keydesk/shared/http/roles';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Server } from 'socket.io';
import { DatabasePool } from '../../db/client.ts';
import { toAppError } from '../../http/error-handler.ts';
import type { Credentials, Principal } from '../../http/principal.ts';
import { runEvery } from '../jobs.ts';
import { broadcast, createPublisher, handleJoins, roomsOf, userRoom } from './broadcast.ts';
import type { CountedSocket, SocketLimits } from './connection-limits.ts';
import { readerOf } from './key-readers.ts';
import type { ClusterEvent, Publisher, RealtimeServer, RealtimeSocket } from './publisher.ts';

/** Often enough for the 5 s of `revocable-sessions`, even when an event was lost. */
const sweepIntervalMs = 4_000;

/** Pages sign in right after connecting; other connections are closed after this time. */
const signInTimeoutMs = 10_000;

/** Rare: only requests between processes need the number of processes, and we make none. */
const heartbeatInterval = 60_000;
const heartbeatTimeout = 150_000;

type RealtimeOptions = SocketAuthentication & {
  databaseUrl: string;
  processName: string;
  allowedOrigins: ReadonlySet<string>;
  /** Whether the request guards accept a live connection with this request. */
  allowsRequest: (request: IncomingMessage) => boolean;
  socketLimits: SocketLimits;
  /** The current callers of active sessions and enrolled computers. */
  findCallers: (ids: readonly string[]) => Promise<ReadonlyMap<string, { id: string; role: Role }>>;
  /** Called in every process whenever keys have changed anywhere, before its pages are notified. */
  onKeysChanged: () => void;
  /** Called when another process has changed the security settings. */
  onSettingsChanged: () => void;
  /** Called when another process has changed the campus; an older one does not say what. */
  onCampusChanged: (about: CampusTopic | undefined) => void;
  /** The campus version that this process knows. */
  campusVersion: () => string;
  log: FastifyBaseLogger;
};

type Realtime = {
  publisher: Publisher;
  /** Live connections of this process. */
  openSockets: () => number;
  /** Makes the pages of this process read the campus again. */
  tellOfCampus: (about: CampusTopic) => void;
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
        options.allowsRequest(request) &&
        options.socketLimits.allows(request);
      decide(null, isAllowed);
    },
    cors: { origin: [...options.allowedOrigins], credentials: true },
  });
  trackConnections(io, options.socketLimits);
  authenticateSockets(io, options);
  handleJoins(io);
  const broadcastLocally = (event: ClusterEvent): void => {
    if (event.changes || event.keyListChanged) options.onKeysChanged();
    broadcast(io, event);
  };
  io.on('news', (event) => {
    if (event.settingsChanged) options.onSettingsChanged();
    if (event.campusChanged) options.onCampusChanged(event.about);
    broadcastLocally(event);
  });
  // A fail-over may have undone changes and reuse their versions: pages would not notice later
  // changes.
  pool.onReplaced = () => {
    options.onSettingsChanged();
    options.onCampusChanged(undefined);
    broadcastLocally({ keyListChanged: true, timestamp: new Date().toISOString() });
  };
  const tellOfCampus = (about: CampusTopic): void => {
    io.local.emit('campus-changed', { about, version: options.campusVersion() });
  };
  // The campus may have changed between a page's read and its connection.
  io.on('connection', (page) => {
    page.emit('campus-changed', { about: 'lists', version: options.campusVersion() });
  });
  const stopSweep = runEvery(
    sweepIntervalMs,
    () => pruneRevokedSockets(io, options.findCallers),
    onError,
  );
  return {
    publisher: createPublisher(io, broadcastLocally, tellOfCampus),
    openSockets: () => io.of('/').sockets.size,
    tellOfCampus,
    async close() {
      stopSweep();
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
    // Events between processes may be lost, so none of them waits for the disk.
    session: { synchronous_commit: 'off' },
    application_name: options.processName,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Counts live connections, and closes those without a sign-in. */
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
    // A client may leave the namespace and keep the connection, which would then be uncounted.
    page.once('disconnect', () => conn.close());
  });
}

/** Accepts a socket by its session and joins it to its rooms, or rejects it with the reason. */
function authenticateSockets(
  io: RealtimeServer,
  { authenticate, cookiesIn }: SocketAuthentication,
): void {
  io.use(async (socket, next) => {
    try {
      const principal = await authenticate(credentialsOf(socket, cookiesIn));
      if (!principal) throw appError('NOT_SIGNED_IN');
      const { user, sessionId } = principal;
      if (needsRegistration(user)) throw appError('NOT_REGISTERED');
      const open = io.sockets.adapter.rooms.get(userRoom(user.id))?.size ?? 0;
      if (open >= socketsPerUser) throw appError('TOO_MANY_REQUESTS');
      socket.data = { sessionId, userId: user.id, role: user.role, reader: readerOf(principal) };
      await socket.join(roomsOf(socket.data));
      next();
    } catch (error) {
      // Clients never see the messages of the database driver.
      next(toAppError(error));
    }
  });
}

function credentialsOf(
  { handshake }: RealtimeSocket,
  cookiesIn: SocketAuthentication['cookiesIn'],
): Credentials {
  const token: unknown = handshake.auth.token ?? undefined;
  return {
    ...cookiesIn(handshake.headers.cookie ?? ''),
    bearer: token === undefined ? undefined : String(token),
  };
}

/**
 * Disconnects this process's sockets whose session has ended, or whose user or role has changed:
 * these determined their rooms.
 */
async function pruneRevokedSockets(
  io: RealtimeServer,
  findCallers: RealtimeOptions['findCallers'],
): Promise<void> {
  const sockets = [...io.sockets.sockets.values()];
  if (sockets.length === 0) return;
  const callers = await findCallers([...new Set(sockets.map((s) => s.data.sessionId))]);
  for (const socket of sockets) {
    const { sessionId, userId, role } = socket.data;
    const caller = callers.get(sessionId);
    if (caller?.id !== userId || caller.role !== role) socket.disconnect(true);
  }
}

/** Open sockets per user and process. */
const socketsPerUser = 10;

type SocketAuthentication = {
  authenticate: (credentials: Credentials) => Promise<Principal | null>;
  /** The secrets of a session and of an enrolled computer in a Cookie header. */
  cookiesIn: (header: string) => Pick<Credentials, 'cookie' | 'computer'>;
};

/** The adapter asks again after every answer, so a promise that never settles makes it stop. */
const never = new Promise<never>(() => undefined);

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * The pool of the socket adapter, which checks out a connection to listen on, another one when that
 * ends, and never releases any. This pool releases a connection that ended or was replaced:
 * otherwise every outage would cost a place in the pool, and two listeners would deliver every
 * event twice. `end` also releases a connection that is still connecting: the adapter releases only
 * one that already listens, and the pool cannot end before.
 */
export class EventsPool extends DatabasePool {
  #drop: () => void = () => undefined;
  #ended = false;
  #hasListened = false;

  /** Called when a connection replaces a lost one, whose events may be missing. */
  onReplaced: () => void = () => undefined;

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: NonNullable<Connected>): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (!connected) return this.#listener();
    super.connect(connected);
    return undefined;
  }

  override end(): Promise<void> {
    this.#ended = true;
    this.#drop();
    return super.end();
  }

  async #listener(): Promise<pg.PoolClient> {
    if (this.#ended) return never;
    const client = await super.connect();
    if (!this.#ended) {
      if (this.#hasListened) this.onReplaced();
      this.#hasListened = true;
      return this.#keepListening(client);
    }
    client.release(true);
    return never;
  }

  #keepListening(client: pg.PoolClient): pg.PoolClient {
    this.#drop();
    const giveBack = (): void => client.release(true);
    client.once('end', giveBack);
    this.#drop = () => {
      if (!client.listeners('end').includes(giveBack)) return;
      client.removeAllListeners('end').removeAllListeners('notification');
      giveBack();
    };
    return client;
  }
}

/** PostgreSQL truncates longer names: version and commit take up to 22 characters, the port 5. */
const longestName = 63;
const longestHost = 20;

const prefix = 'keydesk-live';

/**
 * The application name of this process's listening connection, by which the database knows the
 * processes and admins distinguish them.
 */
export function processName({ version, port }: { version: string; port: number }): string {
  return `${prefix} ${version} ${hostname().slice(0, longestHost)}:${port}`.slice(0, longestName);
}

export function parseProcessName(applicationName: string): { name: string; version: string } {
  const [, version = '', ...name] = applicationName.split(' ');
  return { name: name.join(' '), version };
}

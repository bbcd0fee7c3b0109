import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Role } from '@keydesk/shared/users/role';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import type { CountedSocket, SocketLimits } from '../features/limits/connection-limits.ts';
import { type Admission, admitSockets } from './admit-socket.ts';
import { createPublisher } from './create-publisher.ts';
import { endDeadConnections } from './end-dead-connections.ts';
import type { RealtimeServer } from './io.ts';
import { ListeningPool } from './listening-pool.ts';
import { createOwnNews } from './own-news.ts';
import type { Publisher } from './publisher.ts';
import { repeatedly } from './repeatedly.ts';
import { tellPages } from './tell-pages.ts';
import type { KeyVersions } from './told-versions.ts';
import { verifyJoins } from './verify-joins.ts';

/**
 * Revocation and another role reach every process within 5 s (DESIGN §6.9), even when no
 * announcement does; a lost change of a key is looked for as often.
 */
const sweepMs = 4_000;

/** A page proves whose it is at once; a connection that has not by then is closed. */
const signInMs = 10_000;

/** Only calls that wait for answers need to know how many processes there are; none is made. */
const heartbeatInterval = 60_000;
const heartbeatTimeout = 150_000;

export type RealtimeOptions = Admission & {
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

export type Realtime = {
  publisher: Publisher;
  /** Live connections of this process. */
  openSockets: () => number;
  close(): Promise<void>;
};

const openAdapterPool = (options: RealtimeOptions): ListeningPool => {
  const onError = (error: Error) => options.log.warn({ err: error }, 'live connection pool');
  const pool = new ListeningPool(options.databaseUrl, {
    max: 4,
    connectionTimeoutMillis: 5_000,
    // A hint to other processes is worth no wait for the disk.
    session: { synchronous_commit: 'off' },
    application_name: options.processName,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
};

type Transport = {
  request: IncomingMessage;
  once(event: 'close', listener: () => void): void;
  close(discard: boolean): void;
};

/** Counts each live connection until it closes, and closes those on which nobody signs in. */
const countSockets = (io: RealtimeServer, limits: SocketLimits): void => {
  const counted = new WeakMap<object, CountedSocket & { timer: NodeJS.Timeout }>();
  io.engine.on('connection', (transport: Transport) => {
    const timer = setTimeout(() => transport.close(true), signInMs);
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
};

/** Serves live connections on the application's own HTTP server, across all its processes. */
export const startRealtime = (http: HttpServer, options: RealtimeOptions): Realtime => {
  const pool = openAdapterPool(options);
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
  countSockets(io, options.socketLimits);
  admitSockets(io, options);
  verifyJoins(io);
  const own = createOwnNews({
    listVersion: options.listVersion,
    keyVersions: options.keyVersions,
    onKeysChanged: options.onKeysChanged,
    tellPages: (news) => tellPages(io, news),
    onLost: () => options.log.warn('news of a changed key was lost: pages read the list anew'),
    onError,
  });
  io.on('news', (news) => {
    if (news.settingsChanged) options.onSettingsChanged();
    own.tell(news);
  });
  const openSockets = () => io.of('/').sockets.size;
  own.makeUpForLost().catch(onError);
  const stopSweeps = [
    repeatedly(sweepMs, () => endDeadConnections(io, options.livingSessions), onError),
    repeatedly(sweepMs, async () => openSockets() > 0 && own.makeUpForLost(), onError),
  ];
  return {
    publisher: createPublisher(io, own.tell),
    openSockets,
    async close() {
      for (const stop of stopSweeps) stop();
      await io.close();
      await pool.end();
    },
  };
};

import type { Server as HttpServer } from 'node:http';
import type { Role } from '@keydesk/shared/users/role';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import { type Admission, admitSockets } from './admit-socket.ts';
import type { ClusterNews, RealtimeServer } from './io.ts';
import { ListeningPool } from './listening-pool.ts';
import type { Publisher } from './publisher.ts';
import { sweepEndedSessions } from './revocation-sweep.ts';
import { sessionRoom, userRoom } from './rooms.ts';
import { tellPages } from './tell-pages.ts';
import { verifyJoins } from './verify-joins.ts';

export type RealtimeOptions = Admission & {
  databaseUrl: string;
  allowedOrigins: ReadonlySet<string>;
  livingSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Role>>;
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
  const pool = new ListeningPool({
    connectionString: options.databaseUrl,
    max: 4,
    connectionTimeoutMillis: 5_000,
    // A hint to other processes is worth no wait for the disk.
    options: '-c synchronous_commit=off',
    application_name: 'keydesk-live',
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
};

const publisherOf = (io: RealtimeServer, options: RealtimeOptions): Publisher => {
  const tell = (news: ClusterNews): void => {
    tellPages(io, news);
    io.serverSideEmit('news', news);
  };
  const now = () => new Date().toISOString();
  return {
    keysChanged(changes) {
      options.onKeysChanged();
      tell({ changes, timestamp: now() });
    },
    handedOver(changes, told) {
      options.onKeysChanged();
      tell({ changes, told, timestamp: now() });
    },
    keyListChanged() {
      options.onKeysChanged();
      tell({ keyListChanged: true, timestamp: now() });
    },
    notified(told) {
      if (told.length > 0) tell({ told, timestamp: now() });
    },
    unreadChanged(userId, unreadCount) {
      tell({ unread: { userId, unreadCount }, timestamp: now() });
    },
    sessionEnded(sessionId) {
      io.in(sessionRoom(sessionId)).disconnectSockets(true);
    },
    personChanged(userId) {
      io.in(userRoom(userId)).disconnectSockets(true);
    },
    settingsChanged() {
      tell({ settingsChanged: true, timestamp: now() });
    },
  };
};

/** Serves live connections on the application's own HTTP server, across all its processes. */
export const startRealtime = (http: HttpServer, options: RealtimeOptions): Realtime => {
  const pool = openAdapterPool(options);
  const onError = (error: unknown) => options.log.warn({ err: error }, 'live connection');
  const io: RealtimeServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: 10_000,
    adapter: createAdapter(pool, { errorHandler: onError }),
    allowRequest: ({ headers }, decide) =>
      decide(null, !headers.origin || options.allowedOrigins.has(headers.origin)),
    cors: { origin: [...options.allowedOrigins], credentials: true },
  });
  admitSockets(io, options);
  verifyJoins(io);
  io.on('news', (news) => {
    if (news.changes || news.keyListChanged) options.onKeysChanged();
    if (news.settingsChanged) options.onSettingsChanged();
    tellPages(io, news);
  });
  const stopSweep = sweepEndedSessions(io, options.livingSessions, onError);
  return {
    publisher: publisherOf(io, options),
    openSockets: () => io.of('/').sockets.size,
    async close() {
      stopSweep();
      await io.close();
      await pool.end();
    },
  };
};

import type { Server as HttpServer } from 'node:http';
import type { Role } from '@keydesk/shared/users/role';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
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

export type RealtimeOptions = Admission & {
  databaseUrl: string;
  allowedOrigins: ReadonlySet<string>;
  livingSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, Role>>;
  /** The versions that the database holds. */
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
  const own = createOwnNews({
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
  own.makeUpForLost().catch(onError);
  const stopSweeps = [
    repeatedly(sweepMs, () => endDeadConnections(io, options.livingSessions), onError),
    repeatedly(sweepMs, own.makeUpForLost, onError),
  ];
  return {
    publisher: createPublisher(io, own.tell),
    openSockets: () => io.of('/').sockets.size,
    async close() {
      for (const stop of stopSweeps) stop();
      await io.close();
      await pool.end();
    },
  };
};

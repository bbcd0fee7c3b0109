import type { Server as HttpServer } from 'node:http';
import type { Role } from '@keydesk/shared/users/role';
import { createAdapter } from '@socket.io/postgres-adapter';
import type { FastifyBaseLogger } from 'fastify';
import { Server } from 'socket.io';
import { type Admission, admitSockets } from './admit-socket.ts';
import { createPublisher } from './create-publisher.ts';
import { endDeadConnections } from './end-dead-connections.ts';
import type { ClusterNews, RealtimeServer } from './io.ts';
import { ListeningPool } from './listening-pool.ts';
import type { Publisher } from './publisher.ts';
import { repeatedly } from './repeatedly.ts';
import { tellPages } from './tell-pages.ts';
import { createToldVersions, type KeyVersions } from './told-versions.ts';
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
  const told = createToldVersions();
  const noteAll = async (): Promise<void> => told.noteAll(await options.keyVersions());
  const tellOwn = (news: ClusterNews): void => {
    if (news.changes || news.keyListChanged) options.onKeysChanged();
    told.note(news.changes?.map(({ key }) => key) ?? []);
    const tell = () => tellPages(io, news);
    // Noted first: pages read what is noted, or something newer.
    if (news.keyListChanged) noteAll().catch(onError).finally(tell);
    else tell();
  };
  io.on('news', (news) => {
    if (news.settingsChanged) options.onSettingsChanged();
    tellOwn(news);
  });
  const makeUpForLostNews = async (): Promise<void> => {
    if (!told.missed(await options.keyVersions())) return;
    options.log.info('news of a changed key was lost: pages read the list anew');
    tellOwn({ keyListChanged: true, timestamp: new Date().toISOString() });
  };
  noteAll().catch(onError);
  const stopSweeps = [
    repeatedly(sweepMs, () => endDeadConnections(io, options.livingSessions), onError),
    repeatedly(sweepMs, makeUpForLostNews, onError),
  ];
  return {
    publisher: createPublisher(io, tellOwn),
    openSockets: () => io.of('/').sockets.size,
    async close() {
      for (const stop of stopSweeps) stop();
      await io.close();
      await pool.end();
    },
  };
};

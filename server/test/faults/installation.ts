import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { databaseUrl, readAccess } from '../../src/db/embedded/cluster-access.ts';
import { findPostmaster } from '../../src/db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { migrate } from '../../src/db/migrate.ts';
import { freePort } from '../campus.ts';
import { giveRoomyLimits } from '../roomy-limits.ts';
import { type AppProcess, startApp } from './app-process.ts';
import { bringPeople, type CampusPeople } from './campus-people.ts';
import { endAtOnce } from './end-at-once.ts';

/** Keydesk with a PostgreSQL of its own that keeps its promises: fsync on, on a real disk. */
export type Installation = {
  people: CampusPeople;
  /** The tests' own way to its database. */
  db: Database;
  app: AppProcess;
  restart(): void;
  /** Ends every process of its PostgreSQL at the same moment. */
  killPostgres(): void;
  close(): Promise<void>;
};

/** Codes live on while nothing is served. */
const variables = { QR_VALIDITY_SECONDS: '3600' };

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-faults-'));
  // A root run hands the server to another account, which has to pass through.
  chmodSync(folder, 0o711);
  return folder;
};

const prepare = async (dataDir: string, url: string): Promise<CampusPeople> => {
  const server = await startEmbeddedPostgres({ dataDir });
  await migrate(server.url);
  await giveRoomyLimits(server.url);
  const db = openDatabase(server.url, () => undefined);
  const people = await bringPeople(db, url, { faculty: 8, desks: 16, keys: 32 });
  await db.pool.end();
  await server.stop();
  return people;
};

/** Starts it on a new folder, which is removed in the end, or on one that is given and stays. */
export const openInstallation = async (given?: string): Promise<Installation> => {
  const dataDir = given ?? newFolder();
  const cluster = join(dataDir, 'postgres');
  const port = await freePort();
  const start = () => startApp(port, { ...variables, DATA_DIR: dataDir });
  const people = await prepare(dataDir, `http://127.0.0.1:${port}`);
  let app = start();
  await app.ready;
  const db = openDatabase(databaseUrl(readAccess(cluster)), () => undefined);
  const postmaster = () => findPostmaster(cluster)?.pid;
  return {
    people,
    db,
    get app() {
      return app;
    },
    restart() {
      app = start();
    },
    killPostgres() {
      const pid = postmaster();
      if (pid) endAtOnce(pid);
    },
    async close() {
      await db.pool.end();
      if (app.isRunning()) await app.end('SIGTERM');
      const left = postmaster();
      if (left) endAtOnce(left);
      if (!given) rmSync(dataDir, { recursive: true, maxRetries: 5 });
    },
  };
};

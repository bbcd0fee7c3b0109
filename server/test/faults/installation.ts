import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, readAccess } from '@keydesk/embedded-postgres/cluster';
import { findPostmaster } from '@keydesk/embedded-postgres/postmaster';
import { freePort } from '@keydesk/embedded-postgres/server';
import { startEmbeddedPostgres } from '@keydesk/embedded-postgres/start';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { relaxLimits } from '../relaxed-limits.ts';
import { type AppProcess, killTree, startApp } from './app-process.ts';
import { type CampusPeople, insertPeople } from './campus-people.ts';

/** Keydesk with a durable PostgreSQL of its own: fsync on, on a real disk. */
export type Installation = {
  people: CampusPeople;
  db: Database;
  app: AppProcess;
  restart(): void;
  /** Kills every process of its PostgreSQL at the same moment. */
  killPostgres(): void;
  close(): Promise<void>;
};

/** Keeps codes valid through an outage. */
const variables = { QR_VALIDITY_SECONDS: '3600' };

export async function openInstallation(given?: string): Promise<Installation> {
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
      if (pid) killTree(pid);
    },
    async close() {
      await db.pool.end();
      if (app.isRunning()) await app.end('SIGTERM');
      const left = postmaster();
      if (left) killTree(left);
      if (!given) rmSync(dataDir, { recursive: true, maxRetries: 5 });
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-faults-'));
  // A root run starts the server under another account, which needs access.
  chmodSync(folder, 0o711);
  return folder;
}

async function prepare(dataDir: string, url: string): Promise<CampusPeople> {
  const server = await startEmbeddedPostgres({ dataDir });
  await migrate(server.url);
  await relaxLimits(server.url);
  const db = openDatabase(server.url, () => undefined);
  const people = await insertPeople(db, url, { faculty: 8, desks: 16, keys: 32 });
  await db.pool.end();
  await server.stop();
  return people;
}

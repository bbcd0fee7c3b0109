import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@keydesk/embedded-postgres/server';
import type { Role } from '@keydesk/shared/http/roles';
import type { FastifyInstance } from 'fastify';
import { expect, inject, vi } from 'vitest';
import { buildApp } from '../src/app/app.ts';
import { type Config, readConfig } from '../src/config/config.ts';
import type { Clock } from '../src/core/jobs.ts';
import { type Database, openDatabase } from '../src/db/client.ts';
import { identityProviderFor } from '../src/features/session/identity-provider.ts';
import type { OpenIdClient } from '../src/features/session/openid.ts';
import { openSession } from '../src/features/session/sessions.ts';
import { insertKey } from './factories/keys.ts';
import { insertUser } from './factories/users.ts';
import { TestClient } from './test-client.ts';
import { createTestDatabase } from './test-database.ts';
import { waitOptions } from './wait-options.ts';

/** One instance of the application, like a separate process. */
export type AppInstance = { app: FastifyInstance; url: string; config: Config; db: Database };

/** Keeps scheduled jobs from being due, unless a test runs them. */
const longAgo = new Date('2020-01-01T00:00:00Z');

type WriteLog = (line: string) => void;

/** The client of a test's provider, in place of the account chooser. */
type OpenIdFor = (config: Config) => Promise<OpenIdClient>;

type InstanceOptions = {
  writeLog?: WriteLog | undefined;
  openId?: OpenIdFor | undefined;
  clock?: Clock | undefined;
};

export type TestApp = AppInstance & {
  databaseUrl: string;
  /** Starts another instance on the same database; `clock` drives its scheduled jobs. */
  another(clock?: Clock): Promise<AppInstance>;
  person(role?: Role, overrides?: Parameters<typeof insertUser>[1]): Promise<TestClient>;
  key(overrides?: Parameters<typeof insertKey>[1]): ReturnType<typeof insertKey>;
  close(): Promise<void>;
};

/**
 * Starts the application on a new database. `reach` may map the database's URL, for example to a
 * proxy's; `writeLog` gets the log lines of the first instance, which is silent without it;
 * `openId` is the client of a real provider.
 */
export async function startTestApp(
  variables: Record<string, string> = {},
  reach = (url: string): string => url,
  writeLog?: WriteLog,
  openId?: OpenIdFor,
): Promise<TestApp> {
  const database = await createTestDatabase(inject('relaxedTemplateUrl'));
  const databaseUrl = reach(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'keydesk-test-'));
  const settings = { DATA_DIR: dataDir, ...variables };
  const first = await startInstance(databaseUrl, settings, { writeLog, openId });
  const instances = [first];
  return {
    ...first,
    databaseUrl,
    async another(clock) {
      const instance = await startInstance(databaseUrl, settings, { openId, clock });
      instances.push(instance);
      const running = instances.filter(({ app }) => app.server.listening).length;
      await vi.waitFor(
        async () => expect(await countListeners(first.db)).toBeGreaterThanOrEqual(running),
        waitOptions,
      );
      return instance;
    },
    async person(role = 'faculty', overrides = {}) {
      const user = await insertUser(first.db, { role, ...overrides });
      return new TestClient(first.url, user, await openSession(first.db, user.id));
    },
    key: (overrides) => insertKey(first.db, overrides),
    async close() {
      for (const { app, db } of instances) {
        await app.close();
        await db.pool.end();
      }
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Until a process listens, it misses what others tell it, and finds out 20 seconds later. */
async function countListeners(db: Database): Promise<number | null> {
  const { rowCount } = await db.query(
    `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
  );
  return rowCount;
}

async function startInstance(
  databaseUrl: string,
  variables: Record<string, string>,
  { writeLog, openId, clock = () => longAgo }: InstanceOptions,
): Promise<AppInstance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: url,
    STOP_GRACE_SECONDS: '0',
    ...variables,
  });
  const db = openDatabase(databaseUrl, () => undefined);
  // Shared by all instances, like SESSION_SECRET.
  const secret = createHash('sha256').update(databaseUrl).digest('hex');
  const app = await buildApp({
    config,
    db,
    databaseUrl,
    cookieSecret: secret,
    logLevel: writeLog ? 'info' : 'silent',
    ...(writeLog ? { writeLog } : {}),
    validatesResponses: true,
    clock,
    identity: openId ? () => openId(config) : identityProviderFor(config, db),
  });
  await app.listen({ port, host: '127.0.0.1' });
  return { app, url, config, db };
}

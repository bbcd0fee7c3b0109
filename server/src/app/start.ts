import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@keydesk/embedded-postgres/start';
import { appError } from '@keydesk/shared/core/errors';
import Fastify from 'fastify';
import type { Config } from '../config/config.ts';
import { type HeldMessages, readHeldMessages } from '../core/messages/held-messages.ts';
import { installationSecret } from '../core/secrets.ts';
import { openDatabase } from '../db/client.ts';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { migrate } from '../db/migrate.ts';
import { dueDefaultsOf } from '../features/due/current-due.ts';
import { fillDueTimes } from '../features/due/move-due.ts';
import { identityProviderFor, signsInLocally } from '../features/session/identity-provider.ts';
import { handleErrors } from '../http/error-handler.ts';
import { secureHeaders } from '../http/security.ts';
import { buildApp } from './app.ts';
import { logProcess } from './process-log.ts';

export type Running = {
  address: string;
  /** Held messages, as after a restore. */
  held: HeldMessages | null;
  stop(): Promise<void>;
};

const retryMs = 500;

/** Resolves once it serves; `stop` stops everything in reverse order. */
export async function start(config: Config): Promise<Running> {
  const postgres = await startDatabase(config);
  try {
    await migrateWhenAvailable(config, postgres.url);
    const db = openDatabase(postgres.url, (error) => printError(`database: ${error.message}`));
    const secret = config.sessionSecret ?? (await installationSecret(db, 'cookie-secret'));
    if (config.demoData !== 'off') {
      const { loadDemoData } = await import('../../demo/load-demo-data.ts');
      const { localIssuer, subjectOf } = await import('../../demo/local-identity.ts');
      await loadDemoData(db, {
        now: new Date(),
        timezone: config.campusTimezone,
        reminderTime: config.reminderTime,
        mailboxes: config.mailboxes,
        issuer: localIssuer(config.publicUrl),
        subjectOf,
        withDesks: config.demoData === 'desks' ? 'several' : config.demoData === 'simple' && 'one',
        withAccess: config.demoData === 'desks',
        withIncidents: config.demoData === 'desks',
      });
    }
    await fillDueTimes(db, dueDefaultsOf(config));
    const app = await buildApp({
      config,
      db,
      databaseUrl: postgres.url,
      cookieSecret: secret,
      logLevel: config.isLocal ? 'warn' : 'info',
      validatesResponses: config.environment === 'dev',
      identity: identityProviderFor(config, db),
      watchesProvider: !signsInLocally(config),
    });
    await app.listen({ port: config.port, host: config.host });
    return {
      address: config.publicUrl,
      held: await readHeldMessages(db),
      async stop() {
        await app.close();
        await db.pool.end();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startDatabase(config: Config) {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: printError });
}

function printError(message: string): void {
  logProcess('error', message);
}

/** Migrates as soon as the database is available; until then every request is answered with 503. */
async function migrateWhenAvailable(config: Config, url: string): Promise<void> {
  let stopMaintenance = async (): Promise<void> => undefined;
  let lastLine = '';
  for (;;) {
    try {
      await migrate(url);
      return await stopMaintenance();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
      const line = `Waiting for the database: ${reason}`;
      if (lastLine === '') stopMaintenance = await startMaintenanceServer(config);
      if (line !== lastLine) printError(line);
      lastLine = line;
      await delay(retryMs);
    }
  }
}

/**
 * Serves in place of the application without a database: `/healthz` answers, everything else gets
 * 503. The returned function frees the port.
 */
async function startMaintenanceServer(config: Config): Promise<() => Promise<void>> {
  const app = Fastify({ forceCloseConnections: true });
  handleErrors(app);
  await secureHeaders(app, config);
  app.get('/healthz', async () => ({ status: 'ok', version: config.version }));
  app.all('/*', async () => {
    throw appError('DATABASE_UNAVAILABLE');
  });
  await app.listen({ port: config.port, host: config.host });
  return () => app.close();
}

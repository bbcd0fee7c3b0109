import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/client.ts';
import { startEmbeddedPostgres } from './db/embedded/start.ts';
import { isDatabaseUnavailable } from './db/failure.ts';
import { migrate } from './db/migrate.ts';
import { answerUnavailable } from './http/answer-unavailable.ts';
import { identityFor, usesLocalProvider } from './identity.ts';
import { installationSecret } from './installation-secret.ts';

export type Running = { address: string; stop(): Promise<void> };

const report = (message: string): void => {
  process.stderr.write(`${message}\n`);
};

const startDatabase = async (config: Config) => {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  return startEmbeddedPostgres({ dataDir: config.dataDir, log: report });
};

const retryMs = 500;

/** Brings the schema up to date once the database can be used; until then every call gets 503. */
const migrateWhenThere = async (config: Config, url: string): Promise<void> => {
  let stopAnswering = async (): Promise<void> => undefined;
  let told = '';
  for (;;) {
    try {
      await migrate(url);
      return await stopAnswering();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const reason = (error as Error).message || (error as NodeJS.ErrnoException).code;
      const message = `Waiting for the database: ${reason}`;
      if (told === '') stopAnswering = await answerUnavailable(config);
      if (message !== told) report(message);
      told = message;
      await delay(retryMs);
    }
  }
};

/** Starts everything in order and answers once it serves; `stop` ends what it began, in reverse. */
export const start = async (config: Config): Promise<Running> => {
  const postgres = await startDatabase(config);
  try {
    await migrateWhenThere(config, postgres.url);
    const db = openDatabase(postgres.url, (error) => report(`database: ${error.message}`));
    const secret = config.sessionSecret ?? (await installationSecret(db, 'cookie-secret'));
    if (config.isLocal) {
      const { loadDemoData } = await import('../demo/load-demo-data.ts');
      const { localIssuer } = await import('../local-identity/register-local-identity.ts');
      const { subjectOf } = await import('../local-identity/directory.ts');
      await loadDemoData(db, {
        now: new Date(),
        timezone: config.campusTimezone,
        mailboxes: config.mailboxes,
        issuer: localIssuer(config.publicUrl),
        subjectOf,
      });
    }
    const app = await buildApp({
      config,
      db,
      databaseUrl: postgres.url,
      cookieSecret: secret,
      logLevel: config.isLocal ? 'warn' : 'info',
      validatesResponses: config.environment === 'dev',
      identity: identityFor(config, db, secret),
      watchesProvider: !usesLocalProvider(config),
    });
    await app.listen({ port: config.port, host: config.host });
    return {
      address: config.publicUrl,
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
};

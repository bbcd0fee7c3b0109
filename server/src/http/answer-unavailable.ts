import { refusal } from '@keydesk/shared/errors';
import Fastify from 'fastify';
import type { Config } from '../config.ts';
import { handleErrors } from './error-handler.ts';
import { secureHeaders } from './security-headers.ts';

/**
 * Serves in place of an application that has no database yet: the process is alive, and whatever
 * else it is asked it refuses with 503. The returned function gives the port free.
 */
export const answerUnavailable = async (config: Config): Promise<() => Promise<void>> => {
  const app = Fastify({ forceCloseConnections: true });
  handleErrors(app);
  await secureHeaders(app, config);
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.all('/*', async () => {
    throw refusal('DATABASE_UNAVAILABLE');
  });
  await app.listen({ port: config.port, host: config.host });
  return () => app.close();
};

import { once } from 'node:events';
import { get } from 'node:http';
import { PassThrough } from 'node:stream';
import { api } from '@keydesk/shared/api';
import Fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defineRoutes, requireDeclaredAccess } from './define-route.ts';

function newApp() {
  const app = Fastify();
  requireDeclaredAccess(app);
  return app;
}

async function answer() {
  return { ok: true };
}

describe('the application does not start', () => {
  test.each(['/api/open', '/api/docsomething', '/api/keys/:id'])(
    'with a route %s outside the table',
    (url) => {
      expect(() => newApp().get(url, answer)).toThrow(`Route ${url} declares no access`);
    },
  );

  test('with such a route in a plugin', async () => {
    const app = newApp();
    app.register(async (scope) => scope.get('/open', answer), { prefix: '/api' });
    await expect(app.ready()).rejects.toThrow('Route /api/open declares no access');
  });
});

const context = {
  authenticate: async () => null,
  validatesResponses: false,
  recentSignInMinutes: 0,
};

test('a client that leaves during an answer is no error', async () => {
  const log = new PassThrough({ encoding: 'utf8' });
  const app = Fastify({ logger: { level: 'error', stream: log } });
  onTestFinished(() => app.close());
  const endless = new PassThrough();
  endless.write('first');
  defineRoutes(app, context)(api.getAbout, async ({ reply }) => reply.send(endless));
  const request = get(`${await app.listen({ port: 0, host: '127.0.0.1' })}/api/about`);
  request.on('error', () => undefined);
  const [response] = await once(request, 'response');
  await once(response, 'data');
  request.destroy();
  await once(endless, 'close');
  await app.close();
  expect(log.read()).toBeNull();
});

test('rows of the table and addresses outside /api are served', async () => {
  const app = newApp();
  defineRoutes(app, context)(api.logout, async () => ({ message: 'Bye' }));
  app.get('/healthz', answer);
  await app.ready();
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/logout' });
  expect(statusCode).toBe(200);
});

import { api } from '@keydesk/shared/api';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
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

test('rows of the table and addresses outside /api are served', async () => {
  const app = newApp();
  const context = {
    authenticate: async () => null,
    validatesResponses: false,
    recentSignInMinutes: 0,
  };
  defineRoutes(app, context)(api.logout, async () => ({ message: 'Bye' }));
  app.get('/healthz', answer);
  await app.ready();
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/logout' });
  expect(statusCode).toBe(200);
});

import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';

/**
 * Reaches the provider inside `app` without the network: it works whatever stands between this
 * process and its public address (a container's port mapping, a proxy, a tunnel).
 */
export const inProcessFetch =
  (app: FastifyInstance): CustomFetch =>
  async (url, { method, headers, body }) => {
    const { host, pathname, search } = new URL(url);
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: { ...headers, host },
      ...(body && { payload: String(body) }),
    });
    const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: Object.fromEntries(pairs),
    });
  };

/** Plain Fastify that responds with an object: the least that an API call can cost. */
import Fastify from 'fastify';
import { serveParent } from './children.ts';

async function serve(answer: object): Promise<string> {
  const app = Fastify();
  app.get('/', async () => answer);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

serveParent(serve);

import { join } from 'node:path';
import { createServer } from 'vite';

/** Serves the web as `npm run dev` does, in front of the server at `url`, on the same host. */
export async function startDevelopmentServer(
  url: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const { hostname } = new URL(url);
  const server = await createServer({
    configFile: join(import.meta.dirname, '../../web/vite.config.ts'),
    logLevel: 'error',
    server: {
      host: hostname,
      port: 0,
      hmr: false,
      watch: null,
      proxy: { '/api': url, '/socket.io': { target: url, ws: true } },
    },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The server has no port');
  return { url: `http://${hostname}:${address.port}`, close: () => server.close() };
}

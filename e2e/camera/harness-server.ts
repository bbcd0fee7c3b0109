import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type InlineConfig, preview } from 'vite';

/** Builds the scanner's test page as the product is built, and serves it on a free port. */
export async function serveHarness(): Promise<{ port: number; close: () => Promise<void> }> {
  const outDir = await mkdtemp(join(tmpdir(), 'keydesk-scanner-'));
  const config: InlineConfig = {
    configFile: join(import.meta.dirname, '../../web/vite.config.ts'),
    root: join(import.meta.dirname, 'harness'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
    preview: { host: '127.0.0.1', port: 0, allowedHosts: true },
  };
  await build(config);
  const server = await preview(config);
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port');
  return {
    port: address.port,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}

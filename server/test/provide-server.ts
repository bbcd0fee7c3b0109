import { chmodSync, rmSync } from 'node:fs';
import { startEmbeddedPostgres } from '@keydesk/embedded-postgres/start';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';

/** The given server, or a new one. */
export async function provideServer(): Promise<{ url: string; end(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, end: async () => undefined };
  const dataDir = scratchFolder();
  // A root run starts the server under another account, which needs access.
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true });
  return {
    url: server.url,
    end: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

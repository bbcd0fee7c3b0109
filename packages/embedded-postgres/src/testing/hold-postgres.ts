// A process that uses the embedded server: prints its URL, the server's pid and, until a signal
// ends it, stays. SIGTERM stops in an orderly way, SIGINT leaves at once as a crash in code would.
import { startEmbeddedPostgres } from '../start.ts';

process.on('SIGINT', () => process.exit(1));
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', throwaway: true });
process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`);
setInterval(() => undefined, 60_000);

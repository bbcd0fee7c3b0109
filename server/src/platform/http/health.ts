import type { FastifyInstance } from 'fastify';
import { type Database, transact } from '../db/client.ts';
import type { Shutdown } from './graceful-shutdown.ts';

type HealthDeps = {
  db: Database;
  /** Of this program, with its commit. */
  version: string;
  shutdown: Shutdown;
  /** Why nobody can sign in at the moment, if that is so. */
  providerError: () => string | undefined;
};

/** How long a write that succeeded vouches for the next one. */
const writeCheckMs = 5_000;

/**
 * Alive: this process answers. Ready: its database also takes writes, and it is not about to stop. Without
 * its sign-in provider it is degraded but ready, because people who are signed in are still served.
 * Load balancers poll these, so the log has a line only when readiness changes.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, version, shutdown, providerError }: HealthDeps,
): void {
  let ready = true;
  const checkDatabase = createDatabaseCheck(db);
  const logChange = (error: Error | undefined): void => {
    if (ready === (error === undefined)) return;
    ready = !ready;
    if (error) app.log.warn({ err: error }, 'not ready');
    else app.log.info('ready again');
  };
  app.get('/healthz', { config: { unlogged: [200] } }, async () => ({
    status: 'ok',
    version,
  }));
  app.get('/readyz', { config: { unlogged: [200, 503] } }, async (_request, reply) => {
    if (shutdown.hasBegun()) return reply.code(503).send({ status: 'stopping' });
    const databaseError = await checkDatabase();
    logChange(databaseError);
    if (databaseError) return reply.code(503).send({ status: 'database unavailable' });
    const signIn = providerError();
    return signIn ? { status: 'degraded', signIn } : { status: 'ready' };
  });
}

/**
 * Why the database cannot be used, or undefined. Who asks while it is being found out gets the same
 * answer: a database that hangs is not asked once more by each poll.
 */
function createDatabaseCheck(db: Database): () => Promise<Error | undefined> {
  let wroteAt = Number.NEGATIVE_INFINITY;
  let running: Promise<Error | undefined> | undefined;
  const check = async (): Promise<Error | undefined> => {
    try {
      if (performance.now() - wroteAt < writeCheckMs) await db.query('SELECT 1');
      else {
        await tryWriting(db);
        wroteAt = performance.now();
      }
      return undefined;
    } catch (error) {
      wroteAt = Number.NEGATIVE_INFINITY;
      return error as Error;
    } finally {
      running = undefined;
    }
  };
  return () => {
    running ??= check();
    return running;
  };
}

/**
 * Commits a row, and sorts more than the memory given, so that files are written as well: on a full
 * disk a small row may still find room in a file that is there.
 */
async function tryWriting(db: Database): Promise<void> {
  await transact(db, async (tx) => {
    await tx.query("SET LOCAL work_mem = '64kB'");
    await tx.query(
      `SELECT count(*) FROM (SELECT repeat('x', 1000) || n AS text FROM generate_series(1, 200) n
                              ORDER BY text DESC OFFSET 0) AS sorted`,
    );
    await tx.query(
      `INSERT INTO job_runs (job, due_at) VALUES ('write-check', 'epoch')
           ON CONFLICT (job, due_at) DO UPDATE SET done_at = now()`,
    );
  });
}

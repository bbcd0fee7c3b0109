import pg from 'pg';

/**
 * Refuses a pooler that gives each transaction another session, as pgbouncer does unless its
 * `pool_mode` is `session`. Locks, notifications and settings would reach whoever comes next.
 *
 * A pooler makes up the process that a connection says it belongs to. Behind one, two connections
 * ask in turn which process serves them, the second within a transaction. A session of one's own has
 * one process, which nobody else has. A shared one shows in the first round, unless other users of
 * the pooler come in between.
 */
export async function requireOwnSession(
  client: pg.Client,
  connect: () => Promise<pg.Client>,
): Promise<void> {
  const process = await processOf(client);
  if (process === toldProcess(client)) return;
  const other = await connect();
  const hasMoved = async () => (await processOf(client)) !== process;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const isShared =
        (await hasMoved()) || (await processInTransaction(other)) === process || (await hasMoved());
      if (isShared) throw new Error(refusal);
      await other.query('ROLLBACK');
    }
  } finally {
    await other.end();
  }
}

/** One in ten is fooled by others at a busy pooler. */
const rounds = 20;

const refusal =
  'DATABASE_URL leads to a pooler that shares sessions between transactions. Set pool_mode = session in pgbouncer, or connect to PostgreSQL itself.';

/** The driver keeps it for cancelling, which its types leave out. */
function toldProcess(client: pg.Client): unknown {
  return (client as unknown as { processID: unknown }).processID;
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

const protocolViolation = '08P01';

async function processInTransaction(client: pg.Client): Promise<number | undefined> {
  try {
    await client.query('BEGIN');
  } catch (error) {
    // With pool_mode = statement there are no transactions.
    if (error instanceof pg.DatabaseError && error.code === protocolViolation)
      throw new Error(refusal);
    throw error;
  }
  return processOf(client);
}

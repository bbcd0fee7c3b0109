import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { HostFailures, requireWritable, splitHosts } from './errors.ts';

/** Opens a connection outside any pool, to the first host that accepts writes. */
export async function openClient(
  databaseUrl: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const addresses = splitHosts(databaseUrl);
  const failures = new HostFailures();
  for (const address of addresses) {
    try {
      return await openAt(address, options, addresses.length > 1);
    } catch (error) {
      failures.add(address, error);
    }
  }
  throw failures.summary();
}

async function openAt(
  connectionString: string,
  options: pg.ClientConfig,
  mayBeStandby: boolean,
): Promise<pg.Client> {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionTimeoutMillis: 5_000,
      ...options,
      connectionString,
    });
    // A lost connection is reported by the statement under way, which fails.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const client = await connect();
  try {
    if (mayBeStandby) await requireWritable(client);
    await requireDedicatedSession(client, connect);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/**
 * Refuses a pooler that may run each transaction in another session, as pgbouncer does unless its
 * `pool_mode` is `session`: locks, notifications and settings would leak to other clients.
 * A pooler invents the process id that a connection announces, which reveals it. Then two
 * connections ask in turn which process serves them, the second one inside a transaction. A
 * dedicated session always has the same process, which no other session gets. A shared one usually
 * shows in the first round, unless other clients of the pooler interfere.
 */
async function requireDedicatedSession(
  client: pg.Client,
  connect: () => Promise<pg.Client>,
): Promise<void> {
  const process = await backendPid(client);
  if (process === announcedPid(client)) return;
  const other = await connect();
  const hasMoved = async () => (await backendPid(client)) !== process;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const isShared =
        (await hasMoved()) ||
        (await backendPidInTransaction(other)) === process ||
        (await hasMoved());
      if (isShared) throw new Error(sharedSessionMessage);
      await other.query('ROLLBACK');
      // Otherwise other clients could keep step with the rounds, and hide it in each.
      await pause(Math.random() * longestPauseMs);
    }
  } finally {
    await other.end();
  }
}

async function backendPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

/** The driver keeps it for cancelling, but its types omit it. */
function announcedPid(client: pg.Client): unknown {
  return (client as unknown as { processID: unknown }).processID;
}

async function backendPidInTransaction(client: pg.Client): Promise<number | undefined> {
  try {
    await client.query('BEGIN');
  } catch (error) {
    // With pool_mode = statement there are no transactions.
    if (error instanceof pg.DatabaseError && error.code === protocolViolation)
      throw new Error(sharedSessionMessage);
    throw error;
  }
  return backendPid(client);
}

/** Closing the connection rolls back an open transaction. */
export async function withClient<T>(
  databaseUrl: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(databaseUrl, { application_name: applicationName });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** At a busy pooler one round in ten fails to notice. */
const rounds = 20;
const longestPauseMs = 5;

const sharedSessionMessage =
  'DATABASE_URL leads to a pooler that shares sessions between transactions. Set pool_mode = session in pgbouncer, or connect to PostgreSQL itself.';

const protocolViolation = '08P01';

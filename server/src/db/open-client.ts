import pg from 'pg';
import { hostAddresses } from './host-addresses.ts';
import { HostFailures, requireWritable } from './host-failures.ts';
import { requireOwnSession } from './own-session.ts';

/** One connection of its own, to the first host of `databaseUrl` that takes writes. */
export async function openClient(
  databaseUrl: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const addresses = hostAddresses(databaseUrl);
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
    // A lost connection fails the statement under way, which is where it is reported.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const client = await connect();
  try {
    if (mayBeStandby) await requireWritable(client);
    await requireOwnSession(client, connect);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

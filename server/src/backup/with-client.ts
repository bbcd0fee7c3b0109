import pg from 'pg';

/** Runs work on one connection of its own; ending the connection rolls back what it left open. */
export const withClient = async <T>(
  connectionString: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString, application_name: applicationName });
  // A lost connection fails the statement under way, which is where it is reported.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

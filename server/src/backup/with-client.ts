import type pg from 'pg';
import { openClient } from '../db/open-client.ts';

/** Runs work on one connection of its own; ending the connection rolls back what it left open. */
export const withClient = async <T>(
  databaseUrl: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = await openClient(databaseUrl, { application_name: applicationName });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

import pg from 'pg';
import { type ClusterAccess, DATABASE, databaseUrl } from './cluster-access.ts';

const NO_SUCH_DATABASE = '3D000';
const DUPLICATE_DATABASE = '42P04';

/** Makes sure that the application's database exists. */
export async function ensureDatabase(access: ClusterAccess): Promise<void> {
  try {
    await run(databaseUrl(access), 'SELECT 1');
  } catch (error) {
    if (codeOf(error) !== NO_SUCH_DATABASE) throw error;
    await create(access);
  }
}

async function create(access: ClusterAccess): Promise<void> {
  try {
    await run(databaseUrl(access, 'postgres'), `CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    if (codeOf(error) !== DUPLICATE_DATABASE) throw error;
  }
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';

export function freshName(kind: string): string {
  return `keydesk_${kind}_${randomBytes(6).toString('hex')}`;
}

/** Creates a database on the server of `url`, perhaps as a copy of `template`. */
export async function createDatabase(
  url: string,
  name: string,
  template?: string,
): Promise<string> {
  // To copy files is several times as fast as to log every page, which is the standard.
  const source = template ? ` TEMPLATE ${template} STRATEGY file_copy` : '';
  await command(url, `CREATE DATABASE ${name}${source}`);
  return urlOf(url, name);
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(url, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function urlOf(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

export async function dropDatabase(url: string): Promise<void> {
  await command(url, `DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`);
}

export function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

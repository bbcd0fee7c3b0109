import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBinaries } from '@keydesk/embedded-postgres/binaries';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { timezoneName } from '../features/due/queries.ts';
import { compareSchema, migrationsFolder, readSchemaVersion } from '../platform/db/migrate.ts';
import { withClient } from '../platform/db/open-client.ts';
import { withEnvironmentDatabase } from './environment-database.ts';

const oldestVersion = 14;
const toleratedMs = 2_000;
const emptySchema = ok('schema', 'empty: the first start makes the tables');

/** Checks the database, and what can be checked only with its help. */
export async function databaseFindings(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    return [builtInFinding(config), emptySchema, ok('time zone', config.campusTimezone)];
  try {
    return await withEnvironmentDatabase({ creates: false }, (url, place) =>
      withClient(url, 'keydesk-check', async (client) => [
        await serverFinding(client, config, place),
        await schemaFinding(client),
        await timezoneFinding(client, config),
        await clockFinding(client),
      ]),
    );
  } catch (error) {
    const advice = config.databaseUrl ? ' Look at DATABASE_URL and at the database itself.' : '';
    return [toDo('database', `cannot be used: ${reasonOf(error)}.${advice}`)];
  }
}

/** Before the first start there is nothing to connect to. */
function builtInFinding({ dataDir }: Config): Finding {
  try {
    const { postgres } = findBinaries();
    const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' }).trim();
    return ok(
      'database',
      `${version} of Keydesk's own, made in ${resolve(dataDir)} at first start`,
    );
  } catch (error) {
    return toDo('database', `PostgreSQL of Keydesk's own does not run here: ${reasonOf(error)}`);
  }
}

/** The reason for a failure in one line without a full stop; network errors may have no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  const [line] = (message || code || String(error)).split('\n');
  return (line ?? '').replace(/\.$/, '');
}

async function serverFinding(client: pg.Client, config: Config, place: string): Promise<Finding> {
  const { rows } = await client.query<Server>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num')::int AS number,
            current_user AS role, rolsuper AS superuser, pg_is_in_recovery() AS standby,
            current_setting('server_encoding') AS encoding
       FROM pg_roles WHERE rolname = current_user`,
  );
  const [server] = rows;
  if (!server) throw new Error('the server does not say who is connected');
  const { version, role } = server;
  if (server.number < oldestVersion * 10_000)
    return toDo(
      'database',
      `PostgreSQL ${version} is too old: Keydesk needs ${oldestVersion} or newer.`,
    );
  if (server.standby)
    return toDo('database', `${place} is a standby, which takes no writes: name the primary.`);
  if (server.encoding !== 'UTF8')
    return toDo(
      'database',
      `${place} has the encoding ${server.encoding}, which cannot hold every name. Create it again with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  // In the built-in PostgreSQL, Keydesk's role is the only one and may be a superuser.
  if (server.superuser && config.databaseUrl)
    return toDo(
      'database',
      `${role} is a superuser, whom the database refuses nothing. Give Keydesk a role that is none: ALTER ROLE ${role} NOSUPERUSER, or another one that owns the database.`,
    );
  return ok('database', `PostgreSQL ${version} at ${place}, as ${role}`);
}

async function schemaFinding(client: pg.Client): Promise<Finding> {
  const known = readMigrationFiles({ migrationsFolder });
  const version = await readSchemaVersion(client);
  const steps = `${version?.migrations ?? 0} to ${known.length}`;
  switch (compareSchema(version, known)) {
    case 'current':
      return ok('schema', `current (${known.length})`);
    case 'older':
      if (!(await mayCreateTables(client)))
        return toDo(
          'schema',
          'the role may not make tables here: make it the owner of the database (ALTER DATABASE … OWNER TO …).',
        );
      return version
        ? ok('schema', `the next start migrates it from ${steps}: back up before`)
        : emptySchema;
    case 'newer':
      return toDo(
        'schema',
        `made by a newer Keydesk (${version?.migrations}; this one knows ${known.length}): use that version.`,
      );
    case 'unknown':
      return toDo('schema', 'this Keydesk does not know it: use the version that made it.');
  }
}

async function mayCreateTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    `SELECT has_database_privilege(current_database(), 'CREATE')
        AND has_schema_privilege('public', 'CREATE') AS may`,
  );
  return rows[0]?.may ?? false;
}

async function timezoneFinding(client: pg.Client, { campusTimezone }: Config) {
  const zone = (await savedTimezone(client)) ?? campusTimezone;
  try {
    const { rows } = await client.query<{ now: string }>(
      "SELECT to_char(now() AT TIME ZONE $1, 'HH24:MI') AS now",
      [zone],
    );
    return ok('time zone', `${zone}, where it is ${rows[0]?.now}`);
  } catch (error) {
    return toDo(
      'time zone',
      `${reasonOf(error)}: choose a CAMPUS_TIMEZONE that PostgreSQL knows too.`,
    );
  }
}

/** The time zone that an admin has saved; null before that, and where it cannot be read. */
async function savedTimezone(client: pg.Client): Promise<string | null> {
  const { rows: tables } = await client.query<{ readable: boolean | null }>(
    "SELECT has_table_privilege(to_regclass('public.installation'), 'SELECT') AS readable",
  );
  if (!tables[0]?.readable) return null;
  const { rows } = await client.query<{ value: string }>(
    'SELECT value FROM installation WHERE name = $1',
    [timezoneName],
  );
  return rows[0]?.value ?? null;
}

/** Codes expire by the database's clock, while scheduled jobs go by this machine's. */
async function clockFinding(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const ahead = (before + Date.now()) / 2 - (rows[0]?.now.getTime() ?? 0);
  const seconds = (Math.abs(ahead) / 1000).toFixed(1);
  if (Math.abs(ahead) < toleratedMs) return ok('clock', 'agrees with the database');
  return toDo(
    'clock',
    `${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the database's: let both follow a time server.`,
  );
}

type Server = {
  version: string;
  number: number;
  role: string;
  superuser: boolean;
  standby: boolean;
  encoding: string;
};

/** What was found out about one thing: that it is in order, what to do, or that it cannot be told. */
export type Finding = { about: string; state: 'ok' | 'TO DO' | 'NOT PROVEN'; says: string };

export function ok(about: string, says: string): Finding {
  return { about, state: 'ok', says };
}

export function toDo(about: string, says: string): Finding {
  return { about, state: 'TO DO', says };
}

export function notProven(about: string, says: string): Finding {
  return { about, state: 'NOT PROVEN', says };
}

const widest = 'sign-in provider'.length;

export function formatFinding({ about, state, says }: Finding): string {
  return `${about.padEnd(widest)}  ${state.padEnd('NOT PROVEN'.length)}  ${says}`;
}

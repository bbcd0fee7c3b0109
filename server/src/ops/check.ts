import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBinaries } from '@keydesk/embedded-postgres/binaries';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import { verifyMailServer } from '../core/messages/mail.ts';
import { compareSchema, migrationsFolder, readSchemaVersion } from '../db/migrate.ts';
import { withClient } from '../db/open-client.ts';
import { timezoneName } from '../features/due/current-due.ts';
import { callbackPath, signsInLocally } from '../features/session/identity-provider.ts';
import { checkClient, checkProvider } from '../features/session/provider-health.ts';
import { withEnvironmentDatabase } from './environment-database.ts';
import { findFileErrors, folderError } from './startup-checks.ts';

/**
 * `npm run check`: prints a line for each thing that Keydesk needs. It may run beside the server
 * and before the first start, and leaves nothing running.
 */
export async function runCheck(): Promise<string> {
  const findings: Finding[] = [];
  for await (const finding of findAll()) {
    process.stdout.write(`${formatFinding(finding)}\n`);
    findings.push(finding);
  }
  const open = findings.filter(({ state }) => state === 'TO DO').length;
  if (open > 0) throw new Error(`${open} to do, see above`);
  const unproven = findings.filter(({ state }) => state === 'NOT PROVEN');
  return unproven.length === 0
    ? 'Everything is in order.'
    : `Nothing to do. Not proven: ${unproven.map(({ about }) => about).join(', ')}.`;
}

async function* findAll(): AsyncGenerator<Finding> {
  const { config, errors } = readSettings();
  for (const error of errors) yield toDo('settings', error);
  if (!config) return;
  const doubts = [...(await findFileErrors(config)), ...mailboxDoubts(config)];
  for (const doubt of doubts) yield toDo('settings', doubt);
  if (doubts.length === 0)
    yield ok('settings', `KEYDESK_ENV ${config.environment}, at ${config.publicUrl}`);
  const isRoot = !config.isLocal && process.getuid?.() === 0;
  if (isRoot)
    yield notProven(
      'account',
      'root may read and write every file, and Keydesk may run as another account: ask as that one, as docs/operations.md says.',
    );
  yield* await databaseFindings(config);
  if (config.scheduledBackup) yield backupFinding(config.scheduledBackup, isRoot);
  yield await providerFinding(config);
  yield pushFinding(config);
  yield await mailFinding(config);
}

function readSettings(): { config?: Config; errors: readonly string[] } {
  try {
    return { config: readConfig(process.env), errors: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { errors: error.errors };
    throw error;
  }
}

/**
 * Role mailboxes that could not sign in. Checked only here, because Google counts further domains
 * of a Workspace as the hosted one.
 */
function mailboxDoubts({ google: { hostedDomain }, signInDomains, mailboxes }: Config): string[] {
  const domains = signInDomains.length > 0 ? signInDomains : [hostedDomain?.toLowerCase()];
  return Object.entries({
    ADMIN_EMAIL: mailboxes.adminEmail,
    SECURITY_EMAIL: mailboxes.securityEmail,
  })
    .filter(([, address]) => domains[0] && address && !domains.includes(domainOf(address)))
    .map(([name, address]) =>
      signInDomains.length > 0
        ? `${name}: ${address} cannot sign in, because its domain is not in SIGN_IN_DOMAINS`
        : `${name}: ${address} can sign in only if Google counts its domain as GOOGLE_HOSTED_DOMAIN, ${hostedDomain}. If it does, name both domains in SIGN_IN_DOMAINS.`,
    );
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Checked only here: the server starts without the disk, so that people still get their keys. */
function backupFinding(
  { folder, keep }: NonNullable<Config['scheduledBackup']>,
  isRoot: boolean,
): Finding {
  const path = resolve(folder);
  const error = folderError('BACKUP_DIR', path);
  if (error) return toDo('backup', error);
  return isRoot
    ? notProven('backup', `root may write into ${path}; whether Keydesk may is to be asked as it`)
    : ok('backup', `each night into ${path}; the newest ${keep} are kept`);
}

async function providerFinding(config: Config): Promise<Finding> {
  if (signsInLocally(config)) return ok(provider, 'the account chooser of a local instance');
  const { issuer, clientId = '', clientSecret = '' } = config.google;
  const error = await checkProvider(issuer);
  if (error)
    return toDo(
      provider,
      `${error}. Look at OIDC_ISSUER and at the way from this machine to there.`,
    );
  const redirectUri = `${config.publicUrl}${callbackPath}`;
  const { state, answer } = await checkClient({ issuer, clientId, clientSecret, redirectUri });
  switch (state) {
    case 'taken':
      return ok(provider, `${issuer} takes our client id and secret`);
    case 'refused':
      return toDo(
        provider,
        `${issuer} refuses our client (${answer}): look at GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
      );
    case 'unproven':
      return notProven(
        provider,
        `${issuer} answers; whether it takes our client id and secret it does not say (${answer})`,
      );
  }
}

/** Browsers allow push notifications on secure addresses only. */
function pushFinding({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isSafe
    ? ok('push', 'browsers allow it at this address')
    : toDo('push', `browsers allow it on https alone, and PUBLIC_URL is ${publicUrl}`);
}

async function mailFinding({ mail }: Config): Promise<Finding> {
  if (!mail) return ok('mail', 'none is sent, because SMTP_URL is empty');
  if (mail.to === 'folder') return ok('mail', `written to ${resolve(mail.folder)}, not sent`);
  const { host } = new URL(mail.url);
  try {
    await verifyMailServer(mail.url);
    return ok('mail', `${host} answers`);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    return toDo('mail', `${host} cannot be used: ${reason}. Look at SMTP_URL.`);
  }
}

const provider = 'sign-in provider';

const oldestVersion = 14;
const toleratedMs = 2_000;
const emptySchema = ok('schema', 'empty: the first start makes the tables');

/** The database, and what can be checked only with its help. */
async function databaseFindings(config: Config): Promise<Finding[]> {
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

/** One line without a full stop; network errors may have no message. */
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

/** Null before an admin saves one, and where it cannot be read. */
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

/** Codes expire by the database's clock, while scheduled jobs use this machine's. */
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

type Finding = { about: string; state: 'ok' | 'TO DO' | 'NOT PROVEN'; says: string };

function ok(about: string, says: string): Finding {
  return { about, state: 'ok', says };
}

function toDo(about: string, says: string): Finding {
  return { about, state: 'TO DO', says };
}

function notProven(about: string, says: string): Finding {
  return { about, state: 'NOT PROVEN', says };
}

const widest = 'sign-in provider'.length;

function formatFinding({ about, state, says }: Finding): string {
  return `${about.padEnd(widest)}  ${state.padEnd('NOT PROVEN'.length)}  ${says}`;
}

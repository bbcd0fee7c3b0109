import type { System } from '@keydesk/shared/system/routes';
import type { Config } from '../../config.ts';
import { readHeldMessages } from '../../platform/backup/held-messages.ts';
import { readBackupRecord } from '../../platform/backup/record.ts';
import type { Database } from '../../platform/db/client.ts';
import { readSchemaState } from '../../platform/db/migrate.ts';
import { parseProcessName } from '../../platform/realtime/events-pool.ts';
import { readOutboxState } from '../mail/index.ts';

type SystemDeps = Config & { db: Database };

/** The state of this installation: version, database, backup, push and processes. */
export async function describeSystem({ db, ...config }: SystemDeps): Promise<System> {
  const [{ applied }, stats, { done, failure }, messagesHeld, processes] = await Promise.all([
    readSchemaState(db),
    readDatabaseStats(db),
    readBackupRecord(db),
    readHeldMessages(db),
    listProcesses(db),
  ]);
  return {
    version: config.version,
    environment: config.environment,
    timezone: config.campusTimezone,
    schema: applied,
    database: {
      version: stats.version,
      bytes: stats.bytes,
      embedded: config.databaseUrl === undefined,
    },
    backup: {
      keep: config.scheduledBackup?.keep ?? null,
      last: done && { at: done.at, file: done.file, bytes: done.bytes },
      failure,
    },
    messagesHeld,
    mail: {
      ...mailPlace(config.mail),
      ...(await readOutboxState(db, config.campusTimezone)),
    },
    push: { people: stats.people, browsers: stats.browsers },
    processes,
  };
}

/** Where mails go, without the password in the server's address. */
function mailPlace(mail: Config['mail']): Pick<System['mail'], 'to' | 'place'> {
  if (!mail) return { to: 'nowhere', place: null };
  return mail.to === 'folder'
    ? { to: 'folder', place: mail.folder }
    : { to: 'server', place: new URL(mail.url).host };
}

async function readDatabaseStats(db: Database): Promise<DatabaseStats> {
  const { rows } = await db.query<DatabaseStats>(
    `SELECT current_setting('server_version') AS version,
            pg_database_size(current_database())::float8 AS bytes,
            (SELECT count(DISTINCT user_id)::int FROM push_subscriptions) AS people,
            (SELECT count(*)::int FROM push_subscriptions) AS browsers`,
  );
  const [stats] = rows;
  if (!stats) throw new Error('The database returned no statistics');
  return stats;
}

/** Each process keeps a connection for live events, which carries its name. */
async function listProcesses(db: Database): Promise<System['processes']> {
  const { rows } = await db.query<{ name: string; since: Date }>(
    `SELECT application_name AS name, min(backend_start) AS since
       FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'keydesk-live %'
      GROUP BY application_name ORDER BY since, application_name`,
  );
  return rows.map(({ name, since }) => ({
    ...parseProcessName(name),
    since: since.toISOString(),
  }));
}

type DatabaseStats = { version: string; bytes: number; people: number; browsers: number };

import type { System } from '@keydesk/shared/administration/installation';
import { api } from '@keydesk/shared/api';
import { peopleDepartmentsOf } from '@keydesk/shared/campus/campus';
import { batchValiditySeconds } from '@keydesk/shared/loans/qr-payload';
import { type Config, originAt } from '../config/config.ts';
import { parseProcessName } from '../core/live/server.ts';
import { readHeldMessages } from '../core/messages/held-messages.ts';
import { readOutboxState } from '../core/messages/outbox.ts';
import type { PushSender } from '../core/messages/push.ts';
import type { Database } from '../db/client.ts';
import { readSchemaState } from '../db/migrate.ts';
import type { CurrentCampus } from '../features/campus/lists.ts';
import type { WatchedDue } from '../features/due/current-due.ts';
import type { AddRoutes } from '../http/define-route.ts';
import { readAbout } from './about-file.ts';
import { readBackupRecord } from './backup/scheduled-backup.ts';

export const addAboutRoutes: AddRoutes<{
  campus: CurrentCampus;
  config: Config;
  due: WatchedDue;
  push: PushSender;
}> = (serve, { campus, config, due, push }) => {
  serve(api.getAbout, async ({ request }) => {
    const { project, team } = await readAbout(config.aboutFile);
    const origin = originAt(config, request.headers.host);
    return { project, team: team.map((member) => withWholeAvatar(member, origin)) };
  });
  serve(api.getConfig, async () => ({
    data: {
      productName: config.productName,
      signInName: config.signInName,
      version: config.version,
      environment: config.environment,
      validitySeconds: config.qrValiditySeconds,
      batchValiditySeconds,
      reminderTime: config.reminderTime,
      campusTimezone: due.calendar().timezone,
      departments: peopleDepartmentsOf(campus.current()).map(({ code, label }) => ({
        code,
        label,
      })),
      pushPublicKey: push.publicKey,
      now: new Date().toISOString(),
    },
  }));
};

export const addSystemRoutes: AddRoutes<{ config: Config; due: WatchedDue }> = (
  serve,
  { config, db, due },
) => {
  serve(api.system, async () => ({
    data: await describeSystem({ ...config, db, campusTimezone: due.calendar().timezone }),
  }));
};

/** Pages of other origins show it, too. */
function withWholeAvatar<T extends { avatar?: string | undefined }>(member: T, origin: string): T {
  const { avatar } = member;
  return avatar && URL.canParse(avatar, origin)
    ? { ...member, avatar: new URL(avatar, origin).href }
    : member;
}

type SystemDeps = Config & { db: Database };

async function describeSystem({ db, ...config }: SystemDeps): Promise<System> {
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

/** Omits the password in the server's address. */
function mailPlace(mail: Config['mail']): Pick<System['mail'], 'to' | 'place'> {
  if (!mail) return { to: 'nowhere', place: null };
  return mail.to === 'folder'
    ? { to: 'folder', place: mail.folder }
    : { to: 'server', place: new URL(mail.url).host };
}

async function readDatabaseStats(db: Database): Promise<DatabaseStats> {
  const stats = await db.first<DatabaseStats>(
    `SELECT current_setting('server_version') AS version,
            pg_database_size(current_database())::float8 AS bytes,
            (SELECT count(DISTINCT user_id)::int FROM push_subscriptions) AS people,
            (SELECT count(*)::int FROM push_subscriptions) AS browsers`,
  );
  if (!stats) throw new Error('The database returned no statistics');
  return stats;
}

/** Each process keeps a connection for live events, which carries its name. */
async function listProcesses(db: Database): Promise<System['processes']> {
  const rows = await db.rows<{ name: string; since: Date }>(
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

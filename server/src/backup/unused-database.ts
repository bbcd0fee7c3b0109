import type pg from 'pg';
import { migrationLock } from '../db/migrate.ts';
import { BackupError } from './backup-error.ts';

/** Keeps application processes from starting, which migrate first, until the transaction ends. */
export const holdDatabase = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS held',
    [migrationLock],
  );
  if (!rows[0]?.held)
    throw new BackupError(
      'Keydesk is starting on this database, or another restore is under way. Nothing was changed.',
    );
};

/** Refuses while an application process is connected. */
export const requireUnused = async (client: pg.Client): Promise<void> => {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND (application_name = 'keydesk' OR application_name LIKE 'keydesk-live%')`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new BackupError(
      `Keydesk is running on this database (${count} connections). Stop it first. Nothing was changed.`,
    );
};

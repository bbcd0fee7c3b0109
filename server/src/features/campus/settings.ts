import {
  defaultSecuritySettings,
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/campus/settings';
import type { FastifyBaseLogger } from 'fastify';
import { setEdited } from '../../core/edits.ts';
import { type Watched, watchVersioned } from '../../core/jobs.ts';
import type { Connection, Database, Transaction } from '../../db/client.ts';

export type CurrentSettings = Pick<Watched<SecuritySettings>, 'current' | 'refresh' | 'stop'>;

/** `live-settings` */
export async function watchSettings(
  db: Database,
  log: FastifyBaseLogger,
): Promise<CurrentSettings> {
  const { current, refresh, stop } = await watchVersioned(() => readStoredSettings(db), {
    name: 'security settings',
    log,
  });
  return { current: () => current().settings, refresh, stop };
}

/** Not validated yet; `version` counts the saves. */
type SettingsRow = { settings: unknown; version: number };

export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.query('LOCK TABLE security_settings IN SHARE ROW EXCLUSIVE MODE');
}

export async function storeSettings(
  tx: Transaction,
  settings: object,
  auditThreshold: number,
  by: string | null,
): Promise<void> {
  await tx.query(
    `INSERT INTO security_settings (settings, audit_threshold, changed_by, changed_at)
         VALUES ($1, $2, $3, now())
         ON CONFLICT (id) DO UPDATE
        SET settings = excluded.settings, audit_threshold = excluded.audit_threshold,
            ${setEdited('$3', 'security_settings.')}, updated_at = now()`,
    [JSON.stringify(settings), auditThreshold, by],
  );
}

/** The defaults until an admin saves settings. */
export type StoredSettings = { settings: SecuritySettings; version: number };

/**
 * Settings that an older version did not save get their defaults.
 * @throws if a stored value is out of range, which no save allows
 */
export async function readStoredSettings(db: Connection): Promise<StoredSettings> {
  const row = await findSettings(db);
  return row
    ? { settings: securitySettingsSchema.parse(row.settings), version: row.version }
    : { settings: defaultSecuritySettings, version: 0 };
}

async function findSettings(db: Connection): Promise<SettingsRow | undefined> {
  return db.first<SettingsRow>({
    name: 'security-settings',
    text: 'SELECT settings, version FROM security_settings',
  });
}

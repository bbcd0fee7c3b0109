import {
  defaultSecuritySettings,
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/settings/security-settings';
import type { Connection, Transaction } from '../../platform/db/client.ts';

/** The stored settings, not yet validated, and how often they have been saved. */
type SettingsRow = { settings: unknown; version: number };

/** Serializes concurrent saves of the settings. */
export async function lockSettings(tx: Transaction): Promise<void> {
  await tx.query('LOCK TABLE security_settings IN SHARE ROW EXCLUSIVE MODE');
}

export async function storeSettings(
  tx: Transaction,
  settings: object,
  auditThreshold: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO security_settings (settings, audit_threshold) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE
        SET settings = excluded.settings, audit_threshold = excluded.audit_threshold,
            version = security_settings.version + 1, updated_at = now()`,
    [JSON.stringify(settings), auditThreshold],
  );
}

/** The settings in the database, or the defaults as long as nobody has saved any. */
export type StoredSettings = { settings: SecuritySettings; version: number };

/**
 * Reads the settings. A setting that is missing, because an older version saved them, gets its
 * default.
 * @throws if a stored value is out of range, which no save allows.
 */
export async function readStoredSettings(db: Connection): Promise<StoredSettings> {
  const row = await findSettings(db);
  return row
    ? { settings: securitySettingsSchema.parse(row.settings), version: row.version }
    : { settings: defaultSecuritySettings, version: 0 };
}

async function findSettings(db: Connection): Promise<SettingsRow | undefined> {
  const { rows } = await db.query<SettingsRow>({
    name: 'security-settings',
    text: 'SELECT settings, version FROM security_settings',
  });
  return rows[0];
}

import type { Connection, Transaction } from '../../db/client.ts';

/** The saved settings as they are stored, and how often they have been saved. */
export type SettingsRow = { settings: unknown; version: number };

export const findSettings = async (db: Connection): Promise<SettingsRow | undefined> => {
  const { rows } = await db.query<SettingsRow>({
    name: 'security-settings',
    text: 'SELECT settings, version FROM security_settings',
  });
  return rows[0];
};

/** Makes admins who save settings at once do so one after the other. */
export const lockSettings = async (tx: Transaction): Promise<void> => {
  await tx.query('LOCK TABLE security_settings IN SHARE ROW EXCLUSIVE MODE');
};

export const storeSettings = async (
  tx: Transaction,
  settings: object,
  auditThreshold: number,
): Promise<void> => {
  await tx.query(
    `INSERT INTO security_settings (settings, audit_threshold) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE
        SET settings = excluded.settings, audit_threshold = excluded.audit_threshold,
            version = security_settings.version + 1, updated_at = now()`,
    [JSON.stringify(settings), auditThreshold],
  );
};

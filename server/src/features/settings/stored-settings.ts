import {
  defaultSecuritySettings,
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/settings/security-settings';
import type { Connection } from '../../db/client.ts';
import { findSettings } from './settings.repository.ts';

/** The settings in the database: the defaults as long as nobody has saved any. */
export type StoredSettings = { settings: SecuritySettings; version: number };

/**
 * Reads the settings. A setting that an earlier version did not know has its default.
 * @throws when what is stored breaks a bound, which no save allows.
 */
export const readStoredSettings = async (db: Connection): Promise<StoredSettings> => {
  const row = await findSettings(db);
  return row
    ? { settings: securitySettingsSchema.parse(row.settings), version: row.version }
    : { settings: defaultSecuritySettings, version: 0 };
};

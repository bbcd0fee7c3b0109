import {
  defaultSecuritySettings,
  type SecuritySettings,
} from '@keydesk/shared/settings/security-settings';
import { openDatabase, transact } from '../src/db/client.ts';
import { thresholdOf } from '../src/features/audit/audit-level.ts';
import { storeSettings } from '../src/features/settings/settings.repository.ts';

/** The defaults, except that tests may call faster and fail oftener than people do. */
export const roomySettings: SecuritySettings = {
  ...defaultSecuritySettings,
  rateLimiting: {
    ...defaultSecuritySettings.rateLimiting,
    apiRequestsPerMinute: 1000,
    loginAttempts: 10,
  },
};

/** Saves these settings in a database that no process serves yet. */
export const giveRoomyLimits = async (databaseUrl: string): Promise<void> => {
  const db = openDatabase(databaseUrl, () => undefined);
  const threshold = thresholdOf(roomySettings.auditLogging);
  await transact(db, (tx) => storeSettings(tx, roomySettings, threshold));
  await db.pool.end();
};

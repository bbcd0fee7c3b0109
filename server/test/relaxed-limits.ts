import { defaultSecuritySettings, type SecuritySettings } from '@keydesk/shared/campus/settings';
import { thresholdOf } from '../src/core/audit/actions.ts';
import { openDatabase, transact } from '../src/db/client.ts';
import { storeSettings } from '../src/features/campus/settings.ts';

/** The defaults, with limits for tests, which call more often and fail more often than people. */
export const relaxedSettings: SecuritySettings = {
  ...defaultSecuritySettings,
  rateLimiting: {
    ...defaultSecuritySettings.rateLimiting,
    apiRequestsPerMinute: 1000,
    loginAttempts: 10,
  },
};

/** Saves these settings in a database that no process serves yet. */
export async function relaxLimits(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, () => undefined);
  const threshold = thresholdOf(relaxedSettings.auditLogging);
  await transact(db, (tx) => storeSettings(tx, relaxedSettings, threshold, null));
  await db.pool.end();
}

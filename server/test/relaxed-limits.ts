import { defaultSecuritySettings, type SecuritySettings } from '@keydesk/shared/campus/settings';
import { thresholdOf } from '../src/core/audit/actions.ts';
import { openDatabase, transact } from '../src/db/client.ts';
import { storeSettings } from '../src/features/campus/settings.ts';

/** The defaults, with higher limits: tests call and fail more often than people. */
export const relaxedSettings: SecuritySettings = {
  ...defaultSecuritySettings,
  rateLimiting: {
    ...defaultSecuritySettings.rateLimiting,
    apiRequestsPerMinute: 1000,
    loginAttempts: 10,
  },
};

export async function relaxLimits(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, () => undefined);
  const threshold = thresholdOf(relaxedSettings.auditLogging);
  await transact(db, (tx) => storeSettings(tx, relaxedSettings, threshold, null));
  await db.pool.end();
}

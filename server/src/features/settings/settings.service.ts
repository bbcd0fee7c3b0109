import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import type { User } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { thresholdOf } from '../audit/audit-level.ts';
import { notify } from '../notifications/notifications.service.ts';
import { listUserIds } from '../users/list-user-ids.service.ts';
import type { CurrentSettings } from './current-settings.ts';
import { lessAuditedAlert } from './less-audited-alert.ts';
import { lockSettings, storeSettings } from './settings.repository.ts';
import { readStoredSettings } from './stored-settings.ts';

type SettingsDeps = { db: Database; settings: CurrentSettings; publisher: Publisher };

/** The settings as they are stored now. */
export const readSettings = async (db: Database): Promise<SecuritySettings> =>
  (await readStoredSettings(db)).settings;

/** Replaces the settings; they hold here at once and in the other processes within 5 s. */
export const saveSettings = async (
  { db, settings, publisher }: SettingsDeps,
  admin: User,
  wanted: SecuritySettings,
): Promise<SecuritySettings> => {
  const told = await transact(db, async (tx) => {
    await lockSettings(tx);
    const { settings: before } = await readStoredSettings(tx);
    await storeSettings(tx, wanted, thresholdOf(wanted.auditLogging));
    await recordAudit(tx, {
      action: 'change-settings',
      actorId: admin.id,
      details: { before, after: wanted },
    });
    const alert = lessAuditedAlert(admin.name, before.auditLogging, wanted.auditLogging);
    if (!alert) return [];
    const admins = await listUserIds(tx, ['admin']);
    return notify(
      tx,
      admins.map((userId) => ({ userId, ...alert })),
    );
  });
  publisher.notified(told);
  await settings.refresh();
  publisher.settingsChanged();
  return wanted;
};

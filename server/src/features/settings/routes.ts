import { api } from '@keydesk/shared/api';
import type { SecuritySettings } from '@keydesk/shared/settings/security-settings';
import { rolesThatMay } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { type Database, transact } from '../../platform/db/client.ts';
import type { AddRoutes } from '../../platform/http/define-route.ts';
import { defineRoute, success } from '../../platform/http/define-route.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit, thresholdOf } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { listUserIdsByRole } from '../users/index.ts';
import type { CurrentSettings } from './current-settings.ts';
import { lockSettings, readStoredSettings, storeSettings } from './queries.ts';

/** The routes of the security settings. */
export const addSettingsRoutes: AddRoutes<{ settings: CurrentSettings; publisher: Publisher }> = (
  app,
  deps,
) => {
  const { db, routes } = deps;

  defineRoute(app, routes, api.getSecuritySettings, async () =>
    success({ data: await readSettings(db) }),
  );
  defineRoute(app, routes, api.putSecuritySettings, async ({ body, principal }) =>
    success({
      message: 'Security settings updated successfully',
      data: await saveSettings(deps, principal.user, body),
    }),
  );
};

type SettingsDeps = { db: Database; settings: CurrentSettings; publisher: Publisher };

async function readSettings(db: Database): Promise<SecuritySettings> {
  return (await readStoredSettings(db)).settings;
}

/**
 * Replaces the settings; they apply here at once and in the other processes within 5 s. Those of the
 * desk stay as they are if none are given.
 */
async function saveSettings(
  { db, settings, publisher }: SettingsDeps,
  admin: User,
  given: SecuritySettings,
): Promise<SecuritySettings> {
  const { changed, deliveries } = await transact(db, async (tx) => {
    await lockSettings(tx);
    const { settings: before } = await readStoredSettings(tx);
    const changed = before.desk && !given.desk ? { ...given, desk: before.desk } : given;
    await storeSettings(tx, changed, thresholdOf(changed.auditLogging));
    await recordAudit(tx, {
      action: 'change-settings',
      actorId: admin.id,
      details: { before, after: changed },
    });
    const reduced = auditReduced(before.auditLogging, changed.auditLogging);
    if (!reduced) return { changed, deliveries: [] };
    const facts = { ...reduced, admin: { id: admin.id, name: admin.name } };
    const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
    const alerts = admins.map((userId) => ({ userId, template: 'audit-reduced' as const, facts }));
    return { changed, deliveries: await notify(tx, alerts) };
  });
  publisher.notified(deliveries);
  await settings.refresh();
  publisher.settingsChanged();
  return changed;
}

type AuditLogging = SecuritySettings['auditLogging'];

/**
 * What every admin is told when fewer events are recorded than before, or kept for a shorter time;
 * otherwise null. Somebody who wants to cover their tracks would begin here.
 */
function auditReduced(before: AuditLogging, after: AuditLogging) {
  const level =
    thresholdOf(after) > thresholdOf(before)
      ? { before: before.logLevel, after: after.enabled ? after.logLevel : null }
      : null;
  const days =
    after.retentionDays < before.retentionDays
      ? { before: before.retentionDays, after: after.retentionDays }
      : null;
  return level || days ? { level, days } : null;
}

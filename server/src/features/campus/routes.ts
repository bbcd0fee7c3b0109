import { api } from '@keydesk/shared/api';
import { type CampusList, campusLists, labelIn } from '@keydesk/shared/campus/campus';
import type { EntryChanges, EntryUsage, NewEntry } from '@keydesk/shared/campus/routes';
import {
  defaultDeskSettings,
  type SecuritySettings,
  type SettingsChanges,
} from '@keydesk/shared/campus/settings';
import { withChanges } from '@keydesk/shared/core/edits';
import { rolesThatMay } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import { thresholdOf } from '../../core/audit/actions.ts';
import { recordAudit } from '../../core/audit/record.ts';
import { requireSeen } from '../../core/edits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, transact } from '../../db/client.ts';
import { answeredNotModified } from '../../http/answers.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import type { Principal } from '../../http/principal.ts';
import { listUserIdsByRole } from '../people/index.ts';
import {
  addEntry,
  type CurrentCampus,
  changeEntries,
  countUsage,
  deleteEntry,
  deleteUnused,
  readCampus,
} from './lists.ts';
import {
  type CurrentSettings,
  lockSettings,
  readStoredSettings,
  storeSettings,
} from './settings.ts';

export const addCampusRoutes: AddRoutes<Omit<SettingsDeps, 'db'> & { campus: CurrentCampus }> = (
  serve,
  deps,
) => {
  const { campus, db } = deps;

  serve(api.getCampus, async ({ request, reply }) => {
    const data = campus.current();
    return answeredNotModified(request, reply, `"${data.version}"`) ?? { data };
  });
  serve(api.campusUsage, async () => ({ data: await usageByList(db) }));

  const adding =
    (list: CampusList) =>
    async ({ body, principal }: { body: NewEntry; principal: Principal }) => ({
      message: answer('added', { name: body.label }),
      data: await addEntry(deps, principal.user, list, body),
    });
  serve(api.addDepartment, adding('departments'));
  serve(api.addBlock, adding('blocks'));
  serve(api.addCategory, adding('categories'));

  const changing =
    (list: CampusList) =>
    async ({ params: { code }, body, principal }: ChangeCall) => {
      const data = await changeEntries(deps, principal.user, list, [{ ...body, code }]);
      return { message: changeMessage(labelIn(data[list], code), body), data };
    };
  const storedIn =
    (list: CampusList) =>
    async ({ params }: Pick<ChangeCall, 'params'>) =>
      (await readCampus(db))[list].find(({ code }) => code === params.code);
  serve(api.changeDepartment, changing('departments'), storedIn('departments'));
  serve(api.changeBlock, changing('blocks'), storedIn('blocks'));
  serve(api.changeCategory, changing('categories'), storedIn('categories'));
  serve(api.changeEntries, async ({ params: { list }, body, principal }) => ({
    message: answer('entries-saved', { count: body.entries.length }),
    data: await changeEntries(deps, principal.user, list, body.entries),
  }));
  serve(api.deleteEntry, async ({ params: { list, code }, principal }) => ({
    message: answer('entry-deleted', { label: labelIn(campus.current()[list], code) }),
    data: await deleteEntry(deps, principal.user, list, code),
  }));
  serve(api.deleteUnusedEntries, async ({ params: { list }, principal }) => {
    const lists = list === 'lists' ? campusLists : [list];
    const data = await deleteUnused(deps, principal.user, lists);
    const message = answer('entries-deleted', { count: data.deleted });
    return { message, data };
  });

  serve(api.getSecuritySettings, async () => ({ data: await readSettings(db) }));
  serve(api.putSecuritySettings, async ({ body, principal }) => ({
    message: answer('settings-saved'),
    data: await saveSettings(deps, principal.user, body),
  }));
};

function changeMessage(label: string, { retired }: EntryChanges): string {
  if (retired === undefined) return answer('saved');
  return answer(retired ? 'entry-retired' : 'entry-offered', { label });
}

type ChangeCall = { params: { code: string }; body: EntryChanges; principal: Principal };

async function usageByList(db: Connection): Promise<Record<CampusList, UsageByCode>> {
  const usage: Record<CampusList, UsageByCode> = { departments: {}, blocks: {}, categories: {} };
  for (const { list, code, keys, people, headName } of await countUsage(db))
    usage[list][code] = { keys, people, ...(headName && { headName }) };
  return usage;
}

type UsageByCode = Record<string, EntryUsage>;

type SettingsDeps = {
  db: Database;
  settings: CurrentSettings;
  publisher: Publisher;
  timezone: () => string;
};

type AnsweredSettings = SecuritySettings & { version: number };

async function readSettings(db: Connection): Promise<AnsweredSettings> {
  const { settings, version } = await readStoredSettings(db);
  return { ...settings, version };
}

/** Absent settings stay. They apply here at once and in other processes within 5 s. */
async function saveSettings(
  { db, settings, publisher, timezone }: SettingsDeps,
  admin: User,
  { version: shown, ...given }: SettingsChanges & { version?: number | undefined },
): Promise<AnsweredSettings> {
  const { answer, deliveries } = await transact(db, async (tx) => {
    await lockSettings(tx);
    const { version, ...before } = await readSettings(tx);
    await requireSeen(
      tx,
      { table: 'security_settings', id: true },
      { shown, current: { ...before, version }, by: admin.id, timezone: timezone() },
    );
    const whole = given.desk && !before.desk ? { ...before, desk: defaultDeskSettings } : before;
    const changed = withChanges(whole, given);
    await storeSettings(tx, changed, thresholdOf(changed.auditLogging), admin.id);
    await recordAudit(tx, {
      action: 'change-settings',
      actorId: admin.id,
      details: { before, after: changed },
    });
    const reduced = auditReduced(before.auditLogging, changed.auditLogging);
    const answer = { ...changed, version: version + 1 };
    if (!reduced) return { answer, deliveries: [] };
    const facts = { ...reduced, admin: { id: admin.id, name: admin.name } };
    const admins = await listUserIdsByRole(tx, rolesThatMay('administer'));
    const alerts = admins.map((userId) => ({ userId, template: 'audit-reduced' as const, facts }));
    return { answer, deliveries: await notify(tx, alerts) };
  });
  publisher.notified(deliveries);
  await settings.refresh();
  publisher.settingsChanged();
  return answer;
}

type AuditLogging = SecuritySettings['auditLogging'];

/**
 * The notification to every admin when audit logging or its retention is reduced, else null. An
 * intruder would start here to cover their tracks.
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

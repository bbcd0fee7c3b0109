import {
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/settings/security-settings';

/** Settings while they are edited: a number field that is empty holds NaN. */
export type SettingsDraft = SecuritySettings;

export type SettingsGroup = keyof SettingsDraft;

/** What is wrong, by `group.field`. */
export type SettingsFaults = Readonly<Record<string, string>>;

/** What is wrong with each setting of a draft; empty when it can be saved. */
export const faultsOf = (draft: SettingsDraft): SettingsFaults => {
  const read = securitySettingsSchema.safeParse(draft);
  if (read.success) return {};
  return Object.fromEntries(
    read.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse(),
  );
};

/** Whether a draft says something else than what is in force. */
export const differs = (draft: SettingsDraft, saved: SecuritySettings): boolean =>
  JSON.stringify(draft) !== JSON.stringify(saved);

/** The first group with a fault, to bring it into view. */
export const firstFaultyGroup = (faults: SettingsFaults): SettingsGroup | null => {
  const [first] = Object.keys(faults).sort(
    (a, b) => groupOrder.indexOf(groupOf(a)) - groupOrder.indexOf(groupOf(b)),
  );
  return first === undefined ? null : groupOf(first);
};

const groupOf = (field: string) => field.split('.')[0] as SettingsGroup;

const groupOrder: readonly SettingsGroup[] = [
  'passwordPolicy',
  'sessionSettings',
  'rateLimiting',
  'auditLogging',
];

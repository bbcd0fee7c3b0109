import {
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/settings/security-settings';

/** Settings while they are edited: a number field that is empty holds NaN. */
export type SettingsDraft = SecuritySettings;

export type SettingsGroup = keyof SettingsDraft;

/** What is wrong, by `group.field`. */
export type SettingsErrors = Readonly<Record<string, string>>;

/** What is wrong with each setting of a draft; empty when it can be saved. */
export function validateSettings(draft: SettingsDraft): SettingsErrors {
  const read = securitySettingsSchema.safeParse(draft);
  if (read.success) return {};
  return Object.fromEntries(
    read.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse(),
  );
}

/** Whether a draft says something else than what is in force. */
export function hasChanges(draft: SettingsDraft, saved: SecuritySettings): boolean {
  return JSON.stringify(draft) !== JSON.stringify(saved);
}

/** The first group with a fault, to bring it into view. */
export function firstGroupWithErrors(faults: SettingsErrors): SettingsGroup | null {
  const [first] = Object.keys(faults).sort(
    (a, b) => groupOrder.indexOf(groupOf(a)) - groupOrder.indexOf(groupOf(b)),
  );
  return first === undefined ? null : groupOf(first);
}

function groupOf(field: string) {
  return field.split('.')[0] as SettingsGroup;
}

const groupOrder: readonly SettingsGroup[] = [
  'passwordPolicy',
  'sessionSettings',
  'rateLimiting',
  'auditLogging',
];

const { passwordPolicy, sessionSettings, rateLimiting, auditLogging } =
  securitySettingsSchema.shape;

const groupShapes = {
  passwordPolicy: passwordPolicy.shape,
  sessionSettings: sessionSettings.shape,
  rateLimiting: rateLimiting.shape,
  auditLogging: auditLogging.shape,
};

/** Settings that are a number, as `group.field`. */
export type NumberFieldName =
  | 'passwordPolicy.minLength'
  | 'passwordPolicy.maxAge'
  | 'sessionSettings.maxSessionDuration'
  | 'sessionSettings.maxConcurrentSessions'
  | 'sessionSettings.sessionTimeout'
  | 'rateLimiting.loginAttempts'
  | 'rateLimiting.lockoutDuration'
  | 'rateLimiting.apiRequestsPerMinute'
  | 'auditLogging.retentionDays';

const schemaOf: Readonly<Record<NumberFieldName, typeof passwordPolicy.shape.minLength>> = {
  'passwordPolicy.minLength': groupShapes.passwordPolicy.minLength,
  'passwordPolicy.maxAge': groupShapes.passwordPolicy.maxAge,
  'sessionSettings.maxSessionDuration': groupShapes.sessionSettings.maxSessionDuration,
  'sessionSettings.maxConcurrentSessions': groupShapes.sessionSettings.maxConcurrentSessions,
  'sessionSettings.sessionTimeout': groupShapes.sessionSettings.sessionTimeout,
  'rateLimiting.loginAttempts': groupShapes.rateLimiting.loginAttempts,
  'rateLimiting.lockoutDuration': groupShapes.rateLimiting.lockoutDuration,
  'rateLimiting.apiRequestsPerMinute': groupShapes.rateLimiting.apiRequestsPerMinute,
  'auditLogging.retentionDays': groupShapes.auditLogging.retentionDays,
};

/** The least and the most a setting may be, as its schema says. */
export function fieldBounds(field: NumberFieldName): { min: number; max: number } {
  const { minValue, maxValue } = schemaOf[field].unwrap();
  return { min: minValue ?? 0, max: maxValue ?? Number.MAX_SAFE_INTEGER };
}

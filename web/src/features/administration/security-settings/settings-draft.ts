import {
  deskSettingsSchema,
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/campus/settings';

/** The settings while they are edited; an empty number field holds NaN. */
export type SettingsDraft = SecuritySettings;

export type SettingsGroup = keyof SettingsDraft;

/** Those that are always there; the desk's only once they have been saved. */
export type RequiredGroup = Exclude<SettingsGroup, 'desk'>;

/** Error messages by `group.field`. */
export type SettingsErrors = Readonly<Record<string, string>>;

/** The errors of a draft; empty if it can be saved. */
export function validateSettings(draft: SettingsDraft): SettingsErrors {
  const parsed = securitySettingsSchema.safeParse(draft);
  if (parsed.success) return {};
  return Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse(),
  );
}

/** Whether a draft differs from the saved settings. */
export function hasChanges(draft: SettingsDraft, saved: SecuritySettings): boolean {
  return JSON.stringify(draft) !== JSON.stringify(saved);
}

/** The first group with an error, whose tab is then opened. */
export function firstGroupWithErrors(errors: SettingsErrors): SettingsGroup | null {
  const [first] = Object.keys(errors).sort(
    (a, b) => groupOrder.indexOf(groupOf(a)) - groupOrder.indexOf(groupOf(b)),
  );
  return first === undefined ? null : groupOf(first);
}

function groupOf(field: string) {
  return field.split('.')[0] as SettingsGroup;
}

const groupOrder: readonly SettingsGroup[] = [
  'sessionSettings',
  'rateLimiting',
  'auditLogging',
  'desk',
  'passwordPolicy',
];

const { passwordPolicy, sessionSettings, rateLimiting, auditLogging } =
  securitySettingsSchema.shape;

const groupShapes = {
  passwordPolicy: passwordPolicy.shape,
  sessionSettings: sessionSettings.shape,
  rateLimiting: rateLimiting.shape,
  auditLogging: auditLogging.shape,
  desk: deskSettingsSchema.shape,
};

/** Number settings, as `group.field`. */
export type NumberFieldName =
  | 'passwordPolicy.minLength'
  | 'passwordPolicy.maxAge'
  | 'sessionSettings.maxSessionDuration'
  | 'sessionSettings.maxConcurrentSessions'
  | 'sessionSettings.sessionTimeout'
  | 'rateLimiting.loginAttempts'
  | 'rateLimiting.lockoutDuration'
  | 'rateLimiting.apiRequestsPerMinute'
  | 'auditLogging.retentionDays'
  | 'desk.lockAfterMinutes';

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
  'desk.lockAfterMinutes': groupShapes.desk.lockAfterMinutes,
};

/** The bounds of a setting, from its schema. */
export function fieldBounds(field: NumberFieldName): { min: number; max: number } {
  const { minValue, maxValue } = schemaOf[field].unwrap();
  return { min: minValue ?? 0, max: maxValue ?? Number.MAX_SAFE_INTEGER };
}

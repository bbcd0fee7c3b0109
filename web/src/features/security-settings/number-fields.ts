import { securitySettingsSchema } from '@keydesk/shared/settings/security-settings';

const { passwordPolicy, sessionSettings, rateLimiting, auditLogging } =
  securitySettingsSchema.shape;

const groups = {
  passwordPolicy: passwordPolicy.shape,
  sessionSettings: sessionSettings.shape,
  rateLimiting: rateLimiting.shape,
  auditLogging: auditLogging.shape,
};

/** Settings that are a number, as `group.field`. */
export type NumberField =
  | 'passwordPolicy.minLength'
  | 'passwordPolicy.maxAge'
  | 'sessionSettings.maxSessionDuration'
  | 'sessionSettings.maxConcurrentSessions'
  | 'sessionSettings.sessionTimeout'
  | 'rateLimiting.loginAttempts'
  | 'rateLimiting.lockoutDuration'
  | 'rateLimiting.apiRequestsPerMinute'
  | 'auditLogging.retentionDays';

const schemaOf: Readonly<Record<NumberField, typeof passwordPolicy.shape.minLength>> = {
  'passwordPolicy.minLength': groups.passwordPolicy.minLength,
  'passwordPolicy.maxAge': groups.passwordPolicy.maxAge,
  'sessionSettings.maxSessionDuration': groups.sessionSettings.maxSessionDuration,
  'sessionSettings.maxConcurrentSessions': groups.sessionSettings.maxConcurrentSessions,
  'sessionSettings.sessionTimeout': groups.sessionSettings.sessionTimeout,
  'rateLimiting.loginAttempts': groups.rateLimiting.loginAttempts,
  'rateLimiting.lockoutDuration': groups.rateLimiting.lockoutDuration,
  'rateLimiting.apiRequestsPerMinute': groups.rateLimiting.apiRequestsPerMinute,
  'auditLogging.retentionDays': groups.auditLogging.retentionDays,
};

/** The least and the most a setting may be, as its schema says. */
export const boundsOf = (field: NumberField): { min: number; max: number } => {
  const { minValue, maxValue } = schemaOf[field].unwrap();
  return { min: minValue ?? 0, max: maxValue ?? Number.MAX_SAFE_INTEGER };
};

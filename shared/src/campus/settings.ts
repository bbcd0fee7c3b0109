import { z } from 'zod';
import { shownVersion } from '../core/edits.ts';
import { adminRoute, dataEnvelope } from '../core/route-rows.ts';
import { t as inputText } from '../texts/en/input.ts';
import { t } from '../texts/en/setting-fields.ts';
import type { ParametersOf } from '../texts/translator.ts';

function bounded(name: SettingName, least: number, most: number, fallback: number) {
  const between = { error: () => inputText('between', { field: t(name), least, most }) };
  return z
    .int({ error: () => inputText('whole-number', { field: t(name) }) })
    .min(least, between)
    .max(most, between)
    .default(fallback);
}

type SettingName = keyof ParametersOf<typeof t>;

export const logLevels = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;

/** Separate from the other settings, since it has its own defaults. */
export const deskSettingsSchema = z.strictObject({
  /** Whether the desk may hand keys out by name, by ID card only, or never. */
  lendByName: z.enum(['on', 'card', 'off']).default('on'),
  /** Which keys need their tag scanned for a hand-out. */
  tagCheck: z.enum(['off', 'keys', 'all']).default('off'),
  /** Whether old tags, which contain the key's id, are accepted; never for high-security keys. */
  keyIdTags: z.boolean().default(true),
  /** Whether people with an overdue key get no further one. */
  noKeysWhileOverdue: z.boolean().default(false),
  /** Minutes without a handover before the shift at a desk's computer locks. */
  lockAfterMinutes: bounded('lockAfterMinutes', 1, 120, 10),
});
export type DeskSettings = z.infer<typeof deskSettingsSchema>;

export const securitySettingsSchema = z.strictObject({
  passwordPolicy: z.strictObject({
    minLength: bounded('minLength', 6, 32, 8),
    /** Days. */
    maxAge: bounded('maxAge', 30, 365, 90),
    requireUppercase: z.boolean().default(true),
    requireLowercase: z.boolean().default(true),
    requireNumbers: z.boolean().default(true),
    requireSpecialChars: z.boolean().default(true),
  }),
  sessionSettings: z.strictObject({
    /** Hours from sign-in. */
    maxSessionDuration: bounded('maxSessionDuration', 1, 168, 24),
    maxConcurrentSessions: bounded('maxConcurrentSessions', 1, 10, 3),
    /** Minutes without activity; polling and sockets do not count. */
    sessionTimeout: bounded('sessionTimeout', 5, 120, 30),
  }),
  rateLimiting: z.strictObject({
    /** Failed sign-ins of one browser before it is locked out. */
    loginAttempts: bounded('loginAttempts', 3, 10, 5),
    /** Minutes. */
    lockoutDuration: bounded('lockoutDuration', 5, 60, 15),
    /** Per person. */
    apiRequestsPerMinute: bounded('apiRequestsPerMinute', 10, 1000, 100),
  }),
  auditLogging: z.strictObject({
    enabled: z.boolean().default(true),
    logLevel: z.enum(logLevels).default('INFO'),
    retentionDays: bounded('retentionDays', 7, 365, 30),
  }),
  /** Absent until an admin saves it: then the defaults apply. */
  desk: deskSettingsSchema.optional(),
});
export type SecuritySettings = z.infer<typeof securitySettingsSchema>;

/** Used until an admin saves settings. */
export const defaultSecuritySettings: SecuritySettings = securitySettingsSchema.parse({
  passwordPolicy: {},
  sessionSettings: {},
  rateLimiting: {},
  auditLogging: {},
});

export const defaultDeskSettings: DeskSettings = deskSettingsSchema.parse({});

export function deskSettingsOf({ desk }: Pick<SecuritySettings, 'desk'>): DeskSettings {
  return desk ?? defaultDeskSettings;
}

export type SettingsChanges = {
  [G in keyof SecuritySettings]?: Partial<NonNullable<SecuritySettings[G]>> | undefined;
};

type SettingsChangesShape = {
  [G in keyof SecuritySettings]-?: z.ZodOptional<z.ZodType<SettingsChanges[G], SettingsChanges[G]>>;
};

const { desk: _desk, ...groups } = securitySettingsSchema.shape;
const settingsChangesSchema = z.strictObject({
  ...(Object.fromEntries(
    Object.entries({ ...groups, desk: deskSettingsSchema }).map(([name, { shape }]) => [
      name,
      z.strictObject(withoutDefaults(shape)).optional(),
    ]),
  ) as unknown as SettingsChangesShape),
  version: shownVersion,
});

/** Absent settings stay unchanged. */
function withoutDefaults(shape: Record<string, z.ZodDefault<z.ZodType>>) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [name, field.unwrap().optional()]),
  );
}

const storedSettings = dataEnvelope(securitySettingsSchema.extend({ version: z.int() }));

export const settingsRoutes = {
  getSecuritySettings: adminRoute({
    method: 'GET',
    path: '/dashboard/security-settings',
    summary: 'The security settings in force',
    response: storedSettings,
  }),
  putSecuritySettings: adminRoute({
    method: 'PUT',
    path: '/dashboard/security-settings',
    summary: 'Change any part of the security settings; it holds in every process within 5 s',
    needsRecentSignIn: true,
    body: settingsChangesSchema,
    response: storedSettings,
  }),
};

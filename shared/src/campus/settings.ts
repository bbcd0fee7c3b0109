import { z } from 'zod';
import { shownVersion } from '../core/edits.ts';
import { adminRoute, dataEnvelope } from '../http/route.ts';
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

/** How keys are handed over at a desk; apart from the rest, since it has defaults of its own. */
export const deskSettingsSchema = z.strictObject({
  /** Whether the desk may lend to a named person: at all, by their ID card only, or never. */
  lendByName: z.enum(['on', 'card', 'off']).default('on'),
  /** Of which keys the desk scans the tag before it hands them out. */
  tagCheck: z.enum(['off', 'keys', 'all']).default('off'),
  /** Whether tags of before, which hold the key's id, still count; of high-security keys never. */
  keyIdTags: z.boolean().default(true),
  /** Whether somebody with an overdue key gets no further one. */
  noKeysWhileOverdue: z.boolean().default(false),
  /** Minutes without a handover before the duty at a desk's computer locks. */
  lockAfterMinutes: bounded('lockAfterMinutes', 1, 120, 10),
});
export type DeskSettings = z.infer<typeof deskSettingsSchema>;

/** The security settings, with their bounds and defaults. */
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
    /** Of one person. */
    apiRequestsPerMinute: bounded('apiRequestsPerMinute', 10, 1000, 100),
  }),
  auditLogging: z.strictObject({
    enabled: z.boolean().default(true),
    logLevel: z.enum(logLevels).default('INFO'),
    retentionDays: bounded('retentionDays', 7, 365, 30),
  }),
  /** Absent until an admin saves it: then the defaults hold. */
  desk: deskSettingsSchema.optional(),
});
export type SecuritySettings = z.infer<typeof securitySettingsSchema>;

/** In force until an admin saves something else. */
export const defaultSecuritySettings: SecuritySettings = securitySettingsSchema.parse({
  passwordPolicy: {},
  sessionSettings: {},
  rateLimiting: {},
  auditLogging: {},
});

export const defaultDeskSettings: DeskSettings = deskSettingsSchema.parse({});

/** How keys are handed over at a desk now. */
export function deskSettingsOf({ desk }: Pick<SecuritySettings, 'desk'>): DeskSettings {
  return desk ?? defaultDeskSettings;
}

/** Any part of the settings. */
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

/** What is not given stays as it is. */
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

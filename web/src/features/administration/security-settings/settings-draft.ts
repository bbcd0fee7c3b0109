import {
  deskSettingsSchema,
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/campus/settings';

/** The settings while they are edited; an empty number field holds NaN. */
export type SettingsDraft = SecuritySettings;

export type SettingsGroup = keyof SettingsDraft;

/** A draft also has the version that it is based on. */
const draftSchema = securitySettingsSchema.strip();

/** Error messages by `group.field`. */
export type SettingsErrors = Readonly<Record<string, string>>;

/** The errors of a draft; empty if it can be saved. */
export function validateSettings(draft: SettingsDraft): SettingsErrors {
  const parsed = draftSchema.safeParse(draft);
  if (parsed.success) return {};
  return Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse(),
  );
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

/** In the order of their tabs. */
export const groupOrder: readonly SettingsGroup[] = [
  'sessionSettings',
  'rateLimiting',
  'auditLogging',
  'desk',
  'passwordPolicy',
];

const { passwordPolicy, sessionSettings, rateLimiting, auditLogging } =
  securitySettingsSchema.shape;

const groupShapes: Record<SettingsGroup, Record<string, { unwrap: () => object }>> = {
  passwordPolicy: passwordPolicy.shape,
  sessionSettings: sessionSettings.shape,
  rateLimiting: rateLimiting.shape,
  auditLogging: auditLogging.shape,
  desk: deskSettingsSchema.shape,
};

/** The bounds of a number, from its schema. */
export function boundsOf(group: SettingsGroup, name: string): { min: number; max: number } {
  const limits: Limits | undefined = groupShapes[group][name]?.unwrap();
  return { min: limits?.minValue ?? 0, max: limits?.maxValue ?? Number.MAX_SAFE_INTEGER };
}

type Limits = { minValue?: number | null; maxValue?: number | null };

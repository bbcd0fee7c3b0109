import {
  deskSettingsSchema,
  type SecuritySettings,
  securitySettingsSchema,
} from '@keydesk/shared/campus/settings';

/** An empty number field holds NaN. */
export type SettingsDraft = SecuritySettings;

export type SettingsGroup = keyof SettingsDraft;

/** Strips the version on which the draft is based. */
const draftSchema = securitySettingsSchema.strip();

export type SettingsErrors = Readonly<Record<string, string>>;

export function validateSettings(draft: SettingsDraft): SettingsErrors {
  const parsed = draftSchema.safeParse(draft);
  if (parsed.success) return {};
  return Object.fromEntries(
    parsed.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse(),
  );
}

/** The tab with this group is opened. */
export function firstGroupWithErrors(errors: SettingsErrors): SettingsGroup | null {
  const [first] = Object.keys(errors).sort(
    (a, b) => groupOrder.indexOf(groupOf(a)) - groupOrder.indexOf(groupOf(b)),
  );
  return first === undefined ? null : groupOf(first);
}

function groupOf(field: string) {
  return field.split('.')[0] as SettingsGroup;
}

/** In the order of the tabs. */
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

export function boundsOf(group: SettingsGroup, name: string): { min: number; max: number } {
  const limits: Limits | undefined = groupShapes[group][name]?.unwrap();
  return { min: limits?.minValue ?? 0, max: limits?.maxValue ?? Number.MAX_SAFE_INTEGER };
}

type Limits = { minValue?: number | null; maxValue?: number | null };

import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const demoAboutFile = fileURLToPath(new URL('../demo/about.json', import.meta.url));

const wholeNumber = z.coerce.number({ error: 'must be a whole number' }).int();
const port = wholeNumber.min(1).max(65_535);
/** Only web addresses have an origin that a browser would send. */
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const flag = z
  .enum(['true', 'false', ''])
  .default('false')
  .transform((value) => value === 'true');
const originList = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .pipe(z.array(webAddress.transform((url) => new URL(url).origin)));
const hostList = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  );
const timezone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'is not a known time zone');

const environmentSchema = z.object({
  KEYDESK_ENV: z.enum(['local', 'dev', 'pro']).default('local'),
  PORT: port.default(3000),
  HOST: optionalText,
  PUBLIC_URL: webAddress.optional(),
  CORS_ORIGINS: originList,
  DATABASE_URL: optionalText,
  DATA_DIR: z.string().default('./data'),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_HOSTED_DOMAIN: optionalText,
  OIDC_ISSUER: webAddress.default('https://accounts.google.com'),
  ADMIN_EMAIL: z.email().optional(),
  SECURITY_EMAIL: z.email().optional(),
  SESSION_SECRET: z.string().min(32, 'needs at least 32 characters').optional(),
  QR_VALIDITY_SECONDS: wholeNumber.min(10).max(3600).default(60),
  CAMPUS_TIMEZONE: timezone.default('Asia/Kolkata'),
  REMINDER_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must look like 17:20')
    .default('17:20'),
  PRODUCT_NAME: z.string().trim().min(1).max(60).default('Keydesk'),
  SELF_SERVICE: flag,
  QR_FORMAT: z.enum(['auto', 'compact']).default('auto'),
  ABOUT_FILE: optionalText,
  PUSH_HOSTS: hostList,
  TRUSTED_PROXIES: hostList,
  METRICS_TOKEN: z.string().min(32, 'needs at least 32 characters').optional(),
  LEGACY_QR: z.enum(['refuse', 'accept']).default('refuse'),
});

type Variables = Record<string, string | undefined>;

const neededOutsideLocal = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'SESSION_SECRET',
  'PUBLIC_URL',
  'ADMIN_EMAIL',
  'SECURITY_EMAIL',
] as const;

const deploymentFaults = (given: Variables): string[] => {
  const { KEYDESK_ENV: environment, PUBLIC_URL: url = '' } = given;
  if (environment !== 'dev' && environment !== 'pro') return [];
  const faults = neededOutsideLocal
    .filter((name) => !given[name])
    .map((name) => `${name}: is required when KEYDESK_ENV is ${environment}`);
  if (URL.canParse(url) && new URL(url).protocol === 'http:')
    faults.push('PUBLIC_URL: must be an https address');
  return faults;
};

/** The environment is wrong; `faults` holds one line for each fault. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** A variable that is set to nothing is as good as not set. */
const withoutEmpty = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment once (DESIGN §4).
 * @throws ConfigError naming every fault.
 */
export const readConfig = (variables: Variables) => {
  const given = withoutEmpty(variables);
  const parsed = environmentSchema.safeParse(given);
  const misread = parsed.error?.issues.map(
    ({ path, message }) => `${path[0]?.toString()}: ${message}`,
  );
  const faults = [...(misread ?? []), ...deploymentFaults(given)];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const env = parsed.data;
  const local = env.KEYDESK_ENV === 'local';
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  return {
    environment: env.KEYDESK_ENV,
    isLocal: local,
    port: env.PORT,
    /** Demo accounts have no passwords, so a local instance is reachable from this machine alone. */
    host: env.HOST ?? (local ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    corsOrigins: env.CORS_ORIGINS,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    sessionSecret: env.SESSION_SECRET,
    google: {
      issuer: env.OIDC_ISSUER,
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      hostedDomain: env.GOOGLE_HOSTED_DOMAIN,
    },
    mailboxes: {
      adminEmail: env.ADMIN_EMAIL ?? (local ? 'admin@campus.test' : undefined),
      securityEmail: env.SECURITY_EMAIL ?? (local ? 'security@campus.test' : undefined),
    },
    qrValiditySeconds: env.QR_VALIDITY_SECONDS,
    qrFormat: env.QR_FORMAT,
    acceptsLegacyQr: env.LEGACY_QR === 'accept',
    selfService: env.SELF_SERVICE,
    campusTimezone: env.CAMPUS_TIMEZONE,
    reminderTime: env.REMINDER_TIME,
    productName: env.PRODUCT_NAME,
    /** The demo's own About data serve a local instance that names none. */
    aboutFile: env.ABOUT_FILE ?? (local ? demoAboutFile : undefined),
    /** Push services besides the browsers' own. */
    pushHosts: env.PUSH_HOSTS,
    /** Who may say, besides this machine, for which client it forwards a request. */
    trustedProxies: ['loopback', ...env.TRUSTED_PROXIES],
    /** Lets a collector on another machine read the metrics. */
    metricsToken: env.METRICS_TOKEN,
    version: '1.0.0',
  };
};

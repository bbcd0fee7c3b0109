import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import {
  contactAddress,
  emailAddress,
  flag,
  hostedDomain,
  hostNames,
  longSecret,
  mailDomains,
  networkList,
  oneOf,
  originList,
  postgresAddress,
  secureAddress,
  timeOfDay,
  timezone,
  webAddress,
  wholeNumber,
} from './config-values.ts';
import { isLoopback } from './platform/http/request-guards.ts';

const demoAboutFile = fileURLToPath(new URL('../demo/about.json', import.meta.url));

const environmentSchema = z.object({
  KEYDESK_ENV: oneOf('local', 'dev', 'pro').default('local'),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress.optional(),
  CORS_ORIGINS: originList,
  DATABASE_URL: postgresAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_HOSTED_DOMAIN: hostedDomain.optional(),
  SIGN_IN_DOMAINS: mailDomains.optional(),
  OIDC_ISSUER: secureAddress.default('https://accounts.google.com'),
  ADMIN_EMAIL: emailAddress.optional(),
  SECURITY_EMAIL: emailAddress.optional(),
  SESSION_SECRET: longSecret.optional(),
  QR_VALIDITY_SECONDS: wholeNumber(10, 3600).default(60),
  CAMPUS_TIMEZONE: timezone.default('Asia/Kolkata'),
  REMINDER_TIME: timeOfDay.default('17:20'),
  PRODUCT_NAME: z.string().max(60, 'must have at most 60 characters').default('Keydesk'),
  SELF_SERVICE: flag,
  QR_FORMAT: oneOf('auto', 'compact').default('auto'),
  REGISTRATION: oneOf('open', 'approve').default('open'),
  CONFIRM_SIGN_IN_MINUTES: wholeNumber(0, 1440).optional(),
  ABOUT_FILE: z.string().optional(),
  SECURITY_CONTACT: contactAddress.optional(),
  PUSH_HOSTS: hostNames,
  TRUSTED_PROXIES: networkList,
  CONNECTIONS_PER_NETWORK: wholeNumber(10, 1_000_000).default(10_000),
  METRICS_TOKEN: longSecret.optional(),
  STOP_GRACE_SECONDS: wholeNumber(0, 60).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 3650).default(14),
  LEGACY_QR: oneOf('refuse', 'accept').default('refuse'),
  DEMO_SIGN_IN: z.literal('open', { error: 'must be open, or not set' }).optional(),
});

/** The environment is wrong; `faults` holds one line for each fault. */
export class ConfigError extends Error {
  readonly errors: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.errors = faults;
  }
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment once (DESIGN §4).
 * @throws ConfigError naming every fault.
 */
export function readConfig(variables: Variables) {
  const given = trimmed(variables);
  const parsed = environmentSchema.safeParse(given);
  const misread = parsed.error?.issues.map(
    ({ path, message }) => `${path[0]?.toString()}: ${message}`,
  );
  const faults = [...new Set([...(misread ?? []), ...findConflicts(given)])];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const env = parsed.data;
  const local = env.KEYDESK_ENV === 'local';
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  return {
    environment: env.KEYDESK_ENV,
    isLocal: local,
    port: env.PORT,
    /** Demo accounts have no passwords, so a local instance serves this machine unless told to. */
    servesThisMachineAlone: local && env.DEMO_SIGN_IN !== 'open',
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
    /** The domains whose verified addresses may sign in; with none of them, every domain. */
    signInDomains: env.SIGN_IN_DOMAINS ?? [],
    mailboxes: {
      adminEmail: env.ADMIN_EMAIL ?? (local ? 'admin@campus.test' : undefined),
      securityEmail: env.SECURITY_EMAIL ?? (local ? 'security@campus.test' : undefined),
    },
    qrValiditySeconds: env.QR_VALIDITY_SECONDS,
    qrFormat: env.QR_FORMAT,
    acceptsLegacyQr: env.LEGACY_QR === 'accept',
    selfService: env.SELF_SERVICE,
    registrationNeedsApproval: env.REGISTRATION === 'approve',
    campusTimezone: env.CAMPUS_TIMEZONE,
    reminderTime: env.REMINDER_TIME,
    productName: env.PRODUCT_NAME,
    /** The demo's own About data serve a local instance that names none. */
    aboutFile: env.ABOUT_FILE ?? (local ? demoAboutFile : undefined),
    /** How old an admin's sign-in may be when they change settings or roles; 0 never asks again. */
    confirmSignInMinutes: env.CONFIRM_SIGN_IN_MINUTES ?? (env.KEYDESK_ENV === 'pro' ? 15 : 0),
    /** Whom to write to about a security fault, as an address with its scheme. */
    securityContact: env.SECURITY_CONTACT,
    /** Push services besides the browsers' own. */
    pushHosts: env.PUSH_HOSTS,
    /** Who may say, besides this machine, for which client it forwards a request. */
    trustedProxies: ['loopback', ...env.TRUSTED_PROXIES],
    /** Connections that one client network may hold open in one process. */
    connectionsPerNetwork: env.CONNECTIONS_PER_NETWORK,
    /** Lets a collector on another machine read the metrics. */
    metricsToken: env.METRICS_TOKEN,
    /** How long a process that is to stop still serves, so that a balancer notices in time. */
    stopGraceSeconds: env.STOP_GRACE_SECONDS ?? (local ? 0 : 8),
    /** Where a backup is written each night, and how many of them are kept. */
    scheduledBackup: env.BACKUP_DIR ? { folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP } : undefined,
    version: '1.0.0',
  };
}

/** A variable that is set to nothing is as good as not set. */
function trimmed(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  );
}

/** Settings that are wrong or missing beside the others, one line each. */
function findConflicts(given: Variables): string[] {
  const { KEYDESK_ENV: environment = 'local' } = given;
  if (environment === 'local') return given.DEMO_SIGN_IN === 'open' ? [] : exposureErrors(given);
  return environment === 'dev' || environment === 'pro' ? missingSettings(given, environment) : [];
}

/** What would let others reach an installation that asks for no password. */
function exposureErrors({ HOST: host, PUBLIC_URL: url }: Variables): string[] {
  const addresses = { HOST: host, PUBLIC_URL: hostOf(url) };
  return Object.entries(addresses)
    .filter(([, address]) => address && !isLoopback(address))
    .map(
      ([name, address]) =>
        `${name}: ${address} reaches beyond this machine, but a local installation asks for no password. Set KEYDESK_ENV=pro, or DEMO_SIGN_IN=open to let everybody in as anybody.`,
    );
}

function hostOf(url = ''): string | undefined {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : undefined;
}

function missingSettings(given: Variables, environment: string): string[] {
  const { PUBLIC_URL: url = '' } = given;
  const faults = requiredSettings
    .filter((name) => !given[name])
    .map((name) => `${name}: is required when KEYDESK_ENV is ${environment}`);
  // Without a word on it, every Google account in the world would become faculty.
  if (!given.GOOGLE_HOSTED_DOMAIN && !given.SIGN_IN_DOMAINS)
    faults.push(
      `SIGN_IN_DOMAINS: is required when KEYDESK_ENV is ${environment} without GOOGLE_HOSTED_DOMAIN; * admits everybody`,
    );
  if (URL.canParse(url) && new URL(url).protocol === 'http:')
    faults.push('PUBLIC_URL: must be an https address');
  return faults;
}

type Variables = Record<string, string | undefined>;

const requiredSettings = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'SESSION_SECRET',
  'PUBLIC_URL',
  'ADMIN_EMAIL',
  'SECURITY_EMAIL',
] as const;

/** The names that this machine answers to when the application runs locally. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The addresses under which people reach this installation: the public one, and locally all of loopback's. */
export function ownOrigins(config: Config): string[] {
  if (!config.isLocal) return [config.publicUrl];
  const { port } = new URL(config.publicUrl);
  const local = loopbackHosts.map((host) => new URL(`http://${host}:${port}`).origin);
  return [...new Set([config.publicUrl, ...local])];
}

/** Origins whose pages may call the API (DESIGN §6.10). */
export function allowedOrigins(config: Config): ReadonlySet<string> {
  return new Set([...ownOrigins(config), ...config.corsOrigins]);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultSignInName } from '@keydesk/shared/core/sign-in-error';
import { z } from 'zod';
import { isLoopback } from '../http/request-guards.ts';
import {
  contactAddress,
  emailAddress,
  fileList,
  flag,
  hostedDomain,
  hostNames,
  longSecret,
  mailDomains,
  mailSender,
  networkList,
  oneOf,
  originList,
  postgresAddress,
  secureAddress,
  siteAddress,
  smtpAddress,
  timeOfDay,
  timezone,
  webAddress,
  wholeNumber,
} from './config-values.ts';

export const googleIssuer = 'https://accounts.google.com';

const demoAboutFile = fileURLToPath(new URL('../../demo/about.json', import.meta.url));

/** Such as `1.1.0+19061f4ab`; the build leaves the commit beside its bundle, if it knows one. */
const version = [readVersion(), readCommit()].filter(Boolean).join('+');

/** Exported for the test that compares the settings with the files that name them. */
export const environmentSchema = z.object({
  KEYDESK_ENV: oneOf('local', 'dev', 'pro').default('local'),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress.optional(),
  CORS_ORIGINS: originList,
  FRONTEND_URL: siteAddress.optional(),
  DATABASE_URL: postgresAddress.optional(),
  DATA_DIR: z.string().default('./data'),
  DEMO_DATA: oneOf('simple', 'on', 'desks', 'off').default('on'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_HOSTED_DOMAIN: hostedDomain.optional(),
  SIGN_IN_DOMAINS: mailDomains.optional(),
  OIDC_ISSUER: secureAddress.default(googleIssuer),
  OIDC_EMAIL: z.literal('trusted', { error: 'must be trusted, or not set' }).optional(),
  SIGN_IN_NAME: z.string().max(40, 'must have at most 40 characters').default(defaultSignInName),
  ADMIN_EMAIL: emailAddress.optional(),
  SECURITY_EMAIL: emailAddress.optional(),
  SESSION_SECRET: longSecret.optional(),
  QR_VALIDITY_SECONDS: wholeNumber(10, 3600).default(60),
  CAMPUS_TIMEZONE: timezone.default('Asia/Kolkata'),
  REMINDER_TIME: timeOfDay.default('17:20'),
  PRODUCT_NAME: z.string().max(60, 'must have at most 60 characters').default('Keydesk'),
  COLLEGE_NAME: z.string().max(80, 'must have at most 80 characters').optional(),
  SELF_SERVICE: flag,
  QR_FORMAT: oneOf('auto', 'compact').default('auto'),
  REGISTRATION: oneOf('open', 'approve').default('open'),
  CONFIRM_SIGN_IN_MINUTES: wholeNumber(0, 1440).optional(),
  ABOUT_FILE: z.string().optional(),
  PDF_FONTS: fileList,
  SECURITY_CONTACT: contactAddress.optional(),
  PUSH_HOSTS: hostNames,
  TRUSTED_PROXIES: networkList,
  CONNECTIONS_PER_NETWORK: wholeNumber(10, 1_000_000).default(10_000),
  METRICS_TOKEN: longSecret.optional(),
  STOP_GRACE_SECONDS: wholeNumber(0, 60).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 3650).default(14),
  LEGACY_QR: oneOf('refuse', 'accept').default('refuse'),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: mailSender.optional(),
  DEMO_SIGN_IN: z.literal('open', { error: 'must be open, or not set' }).optional(),
});

/** `errors` has a line for each mistake. */
export class ConfigError extends Error {
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(errors.join('\n'));
    this.errors = errors;
  }
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the environment, once.
 * @throws ConfigError naming every mistake
 */
export function readConfig(variables: Variables) {
  const given = trimmed(variables);
  const parsed = environmentSchema.safeParse(given);
  const invalid = parsed.error?.issues.map(
    ({ path, message }) => `${path[0]?.toString()}: ${message}`,
  );
  const errors = [...new Set([...(invalid ?? []), ...findConflicts(given)])];
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors);
  const env = parsed.data;
  const local = env.KEYDESK_ENV === 'local';
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  return {
    environment: env.KEYDESK_ENV,
    isLocal: local,
    port: env.PORT,
    /** Demo accounts have no passwords, so a local instance serves only this machine by default. */
    servesThisMachineAlone: local && env.DEMO_SIGN_IN !== 'open',
    host: env.HOST ?? (local ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    corsOrigins: env.FRONTEND_URL
      ? [...env.CORS_ORIGINS, new URL(env.FRONTEND_URL).origin]
      : env.CORS_ORIGINS,
    /** The front end to which a sign-in returns unless it names a page; default: our own. */
    frontendUrl: env.FRONTEND_URL,
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    /** The content of an empty local database: a campus, one with two desks, or nothing. */
    demoData: local ? env.DEMO_DATA : 'off',
    sessionSecret: env.SESSION_SECRET,
    google: {
      issuer: env.OIDC_ISSUER,
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      hostedDomain: env.GOOGLE_HOSTED_DOMAIN,
      /** An address counts as verified unless the provider says that it is not. */
      trustsAddresses: env.OIDC_EMAIL === 'trusted',
    },
    /** The provider's name on all pages. */
    signInName: env.SIGN_IN_NAME,
    /** Domains whose verified addresses may sign in; empty: every domain. */
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
    /** The keys' owner for finders. */
    collegeName: env.COLLEGE_NAME,
    /** A local instance without an About file shows the demo's. */
    aboutFile: env.ABOUT_FILE ?? (local ? demoAboutFile : undefined),
    /** Fallback fonts, in order. */
    pdfFonts: env.PDF_FONTS,
    /** Maximum age of an admin's sign-in for changes of settings or roles; 0: any. */
    confirmSignInMinutes: env.CONFIRM_SIGN_IN_MINUTES ?? (env.KEYDESK_ENV === 'pro' ? 15 : 0),
    /** Where to report a vulnerability, as an address with its scheme. */
    securityContact: env.SECURITY_CONTACT,
    /** Push services besides the browsers' own. */
    pushHosts: env.PUSH_HOSTS,
    /** Proxies besides this machine whose X-Forwarded headers are trusted. */
    trustedProxies: ['loopback', ...env.TRUSTED_PROXIES],
    /** Connections per client network and process. */
    connectionsPerNetwork: env.CONNECTIONS_PER_NETWORK,
    /** Lets a collector on another machine read the metrics. */
    metricsToken: env.METRICS_TOKEN,
    /** How long a stopping process still serves, so that a load balancer notices in time. */
    stopGraceSeconds: env.STOP_GRACE_SECONDS ?? (local ? 0 : 8),
    /** Where a backup is written each night, and how many of them are kept. */
    scheduledBackup: env.BACKUP_DIR ? { folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP } : undefined,
    mail: mailConfig(env, local),
    version,
  };
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return String(Reflect.get(JSON.parse(manifest) as object, 'version'));
}

function readCommit(): string {
  try {
    return readFileSync(new URL('../../dist/commit', import.meta.url), 'utf8').trim();
  } catch {
    return '';
  }
}

export type MailConfig =
  | { to: 'server'; url: string; from: string }
  | { to: 'folder'; folder: string; from: string };

/** A local installation writes its emails to files instead of sending them. */
function mailConfig(
  env: { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined; DATA_DIR: string },
  local: boolean,
): MailConfig | null {
  const { SMTP_URL: url, MAIL_FROM: from = 'keydesk@campus.test' } = env;
  if (url) return { to: 'server', url, from };
  return local ? { to: 'folder', folder: join(env.DATA_DIR, 'mail'), from } : null;
}

/** An empty variable counts as not set. */
function trimmed(variables: Variables): Variables {
  return Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  );
}

/** Missing or conflicting settings, one line each. */
function findConflicts(given: Variables): string[] {
  const { KEYDESK_ENV: environment = 'local' } = given;
  const mail = given.SMTP_URL && !given.MAIL_FROM ? ['MAIL_FROM: is required with SMTP_URL'] : [];
  const always = [...mail, ...addressErrors(given)];
  if (environment === 'local')
    return [...always, ...(given.DEMO_SIGN_IN === 'open' ? [] : exposureErrors(given))];
  const served = environment === 'dev' || environment === 'pro';
  return [...always, ...(served ? missingSettings(given, environment) : [])];
}

/** Google gives accounts to addresses that it has not verified, and says so for each. */
function addressErrors({ OIDC_EMAIL: email, OIDC_ISSUER: issuer }: Variables): string[] {
  const isGoogle = !issuer || hostOf(issuer) === new URL(googleIssuer).hostname;
  return email === 'trusted' && isGoogle
    ? ['OIDC_EMAIL: must not be set for Google, which says of each address whether it is verified']
    : [];
}

/** Settings that let others reach an installation without passwords (`local-only-trial`). */
function exposureErrors({ HOST: host, PUBLIC_URL: url }: Variables): string[] {
  const addresses = { HOST: host, PUBLIC_URL: hostOf(url) };
  return Object.entries(addresses)
    .filter(([, address]) => address && !isLoopback(address))
    .map(
      ([name, address]) =>
        `${name}: ${address} reaches beyond this machine, but a local installation asks for no password. Set KEYDESK_ENV=pro, or DEMO_SIGN_IN=open to let everyone in as anybody.`,
    );
}

function hostOf(url = ''): string | undefined {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).hostname : undefined;
}

function missingSettings(given: Variables, environment: string): string[] {
  const { PUBLIC_URL: url = '' } = given;
  const errors = requiredSettings
    .filter((name) => !given[name])
    .map((name) => `${name}: is required when KEYDESK_ENV is ${environment}`);
  // Otherwise every Google account in the world could become faculty.
  if (!given.GOOGLE_HOSTED_DOMAIN && !given.SIGN_IN_DOMAINS)
    errors.push(
      `SIGN_IN_DOMAINS: is required when KEYDESK_ENV is ${environment} without GOOGLE_HOSTED_DOMAIN; * admits everyone`,
    );
  if (URL.canParse(url) && new URL(url).protocol === 'http:')
    errors.push('PUBLIC_URL: must be an https address');
  return errors;
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

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The public origin; locally also loopback's. */
function ownOrigins(config: Config): string[] {
  if (!config.isLocal) return [config.publicUrl];
  const { port } = new URL(config.publicUrl);
  const local = loopbackHosts.map((host) => new URL(`http://${host}:${port}`).origin);
  return [...new Set([config.publicUrl, ...local])];
}

/** The own origin of this host, to use throughout a visit; the public one for any other host. */
export function originAt(config: Config, host: string | undefined): string {
  return ownOrigins(config).find((origin) => new URL(origin).host === host) ?? config.publicUrl;
}

/** The server's own origins, those in `CORS_ORIGINS` and the front end's. */
export function allowedOrigins(config: Config): ReadonlySet<string> {
  return new Set([...ownOrigins(config), ...config.corsOrigins]);
}

/** The public URL, or the admin's address where that is not https. */
export function pushContact({ publicUrl, mailboxes }: Config): string {
  return publicUrl.startsWith('https://') ? publicUrl : `mailto:${mailboxes.adminEmail}`;
}

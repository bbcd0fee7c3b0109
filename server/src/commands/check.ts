import { resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { checkClient, checkProvider } from '../features/auth/provider-health.ts';
import { verifyMailServer } from '../features/mail/transport.ts';
import { callbackPath, signsInLocally } from '../identity-provider.ts';
import { findFileErrors, folderError } from '../startup-checks.ts';
import {
  databaseFindings,
  type Finding,
  formatFinding,
  notProven,
  ok,
  toDo,
} from './check-database.ts';

/**
 * `npm run check`: prints one line for each thing that Keydesk needs, saying whether it is in order.
 * It may run beside the server and before the first start, and leaves nothing running.
 */
export async function runCheck(): Promise<string> {
  const findings: Finding[] = [];
  for await (const finding of findAll()) {
    process.stdout.write(`${formatFinding(finding)}\n`);
    findings.push(finding);
  }
  const open = findings.filter(({ state }) => state === 'TO DO').length;
  if (open > 0) throw new Error(`${open} to do, see above`);
  const unproven = findings.filter(({ state }) => state === 'NOT PROVEN');
  return unproven.length === 0
    ? 'Everything is in order.'
    : `Nothing to do. Not proven: ${unproven.map(({ about }) => about).join(', ')}.`;
}

async function* findAll(): AsyncGenerator<Finding> {
  const { config, errors } = readSettings();
  for (const error of errors) yield toDo('settings', error);
  if (!config) return;
  const doubts = [...(await findFileErrors(config)), ...mailboxDoubts(config)];
  for (const doubt of doubts) yield toDo('settings', doubt);
  if (doubts.length === 0)
    yield ok('settings', `KEYDESK_ENV ${config.environment}, at ${config.publicUrl}`);
  const isRoot = !config.isLocal && process.getuid?.() === 0;
  if (isRoot)
    yield notProven(
      'account',
      'root may read and write every file, and Keydesk may run as another account: ask as that one, as docs/operations.md says.',
    );
  yield* await databaseFindings(config);
  if (config.scheduledBackup) yield backupFinding(config.scheduledBackup, isRoot);
  yield await providerFinding(config);
  yield pushFinding(config);
  yield await mailFinding(config);
}

function readSettings(): { config?: Config; errors: readonly string[] } {
  try {
    return { config: readConfig(process.env), errors: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { errors: error.errors };
    throw error;
  }
}

/**
 * Role mailboxes that could not sign in. Checked only here, because Google counts further domains of
 * a Workspace as the hosted one.
 */
function mailboxDoubts({ google: { hostedDomain }, signInDomains, mailboxes }: Config): string[] {
  const domains = signInDomains.length > 0 ? signInDomains : [hostedDomain?.toLowerCase()];
  return Object.entries({
    ADMIN_EMAIL: mailboxes.adminEmail,
    SECURITY_EMAIL: mailboxes.securityEmail,
  })
    .filter(([, address]) => domains[0] && address && !domains.includes(domainOf(address)))
    .map(([name, address]) =>
      signInDomains.length > 0
        ? `${name}: ${address} cannot sign in, because its domain is not in SIGN_IN_DOMAINS`
        : `${name}: ${address} can sign in only if Google counts its domain as GOOGLE_HOSTED_DOMAIN, ${hostedDomain}. If it does, name both domains in SIGN_IN_DOMAINS.`,
    );
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Checked only here: the server starts without the disk, so that people still get their keys. */
function backupFinding(
  { folder, keep }: NonNullable<Config['scheduledBackup']>,
  isRoot: boolean,
): Finding {
  const path = resolve(folder);
  const error = folderError('BACKUP_DIR', path);
  if (error) return toDo('backup', error);
  return isRoot
    ? notProven('backup', `root may write into ${path}; whether Keydesk may is to be asked as it`)
    : ok('backup', `each night into ${path}; the newest ${keep} are kept`);
}

async function providerFinding(config: Config): Promise<Finding> {
  if (signsInLocally(config)) return ok(provider, 'the account chooser of a local instance');
  const { issuer, clientId = '', clientSecret = '' } = config.google;
  const error = await checkProvider(issuer);
  if (error)
    return toDo(
      provider,
      `${error}. Look at OIDC_ISSUER and at the way from this machine to there.`,
    );
  const redirectUri = `${config.publicUrl}${callbackPath}`;
  const { state, answer } = await checkClient({ issuer, clientId, clientSecret, redirectUri });
  switch (state) {
    case 'taken':
      return ok(provider, `${issuer} takes our client id and secret`);
    case 'refused':
      return toDo(
        provider,
        `${issuer} refuses our client (${answer}): look at GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
      );
    case 'unproven':
      return notProven(
        provider,
        `${issuer} answers; whether it takes our client id and secret it does not say (${answer})`,
      );
  }
}

/** Browsers allow push notifications on secure addresses only. */
function pushFinding({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isSafe
    ? ok('push', 'browsers allow it at this address')
    : toDo('push', `browsers allow it on https alone, and PUBLIC_URL is ${publicUrl}`);
}

async function mailFinding({ mail }: Config): Promise<Finding> {
  if (!mail) return ok('mail', 'none is sent, because SMTP_URL is empty');
  if (mail.to === 'folder') return ok('mail', `written to ${resolve(mail.folder)}, not sent`);
  const { host } = new URL(mail.url);
  try {
    await verifyMailServer(mail.url);
    return ok('mail', `${host} answers`);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    return toDo('mail', `${host} cannot be used: ${reason}. Look at SMTP_URL.`);
  }
}

const provider = 'sign-in provider';

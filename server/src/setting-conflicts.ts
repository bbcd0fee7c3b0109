import { isLoopback } from './http/this-machine.ts';

export type Variables = Record<string, string | undefined>;

/** Settings that are wrong or missing beside the others, one line each. */
export function findConflicts(given: Variables): string[] {
  const { KEYDESK_ENV: environment = 'local' } = given;
  if (environment === 'local') return given.DEMO_SIGN_IN === 'open' ? [] : exposures(given);
  return environment === 'dev' || environment === 'pro' ? gaps(given, environment) : [];
}

/** What would let others reach an installation that asks for no password. */
function exposures({ HOST: host, PUBLIC_URL: url }: Variables): string[] {
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

const needed = [
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'SESSION_SECRET',
  'PUBLIC_URL',
  'ADMIN_EMAIL',
  'SECURITY_EMAIL',
] as const;

function gaps(given: Variables, environment: string): string[] {
  const { PUBLIC_URL: url = '' } = given;
  const faults = needed
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

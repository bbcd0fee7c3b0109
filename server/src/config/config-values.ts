import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isTimezone } from '@keydesk/shared/core/dates';
import { listText } from '@keydesk/shared/core/formats';
import { z } from 'zod';
import { splitHosts } from '../db/errors.ts';

/** Kinds of values of settings; each error says in one phrase what the value must be. */

/** Digits only: `0x50` and `3e3` are numbers to JavaScript, and mistakes here. */
export function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .pipe(z.number({ error }).min(least, { error }).max(most, { error }));
}

export function oneOf<const Values extends readonly [string, ...string[]]>(...values: Values) {
  return z.enum(values, { error: `must be ${listText(values, 'disjunction')}` });
}

/** Http and https only: other addresses have no origin that a browser would send. */
export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an http or https address',
});

/** The base URL of a site's pages, without a query or fragment. */
export const siteAddress = webAddress
  .refine((url) => /^[^?#]*$/.test(url), { error: 'must be an address without ? and #' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Sign-in with a provider requires https. */
export const secureAddress = z.url({ protocol: /^https$/, error: 'must be an https address' });

export const originList = listOf(
  webAddress
    .transform((url) => new URL(url).origin)
    .refine((origin) => !origin.includes('*'), {
      error: 'must name each origin in full, without *',
    }),
);

function listOf<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item));
}

/** Made absolute. */
export const fileList = listOf(z.string().transform((path) => resolve(path)));

export const flag = oneOf('true', 'false')
  .default('false')
  .transform((value) => value === 'true');

export const emailAddress = z.email({ error: 'must be an e-mail address' });

/** smtp for port 25 or 587, smtps for 465, with the account if required. */
export const smtpAddress = z.url({
  protocol: /^smtps?$/,
  error: 'must be an address such as smtp://user:password@mail.example.org:587',
});

/** An address, or a name and an address in angle brackets. */
export const mailSender = z.string().refine(
  (text) => {
    const [, address] = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text) ?? [];
    return z.email().safeParse(address ?? text).success;
  },
  { error: 'must be an e-mail address such as Keydesk <keydesk@example.org>' },
);

/** An email address or a web page, normalized to an address with its scheme. */
export const contactAddress = z
  .string()
  .transform((text) => (z.email().safeParse(text).success ? `mailto:${text}` : text))
  .pipe(
    z.url({
      protocol: /^(https|mailto)$/,
      error: 'must be an e-mail address or an https address',
    }),
  );

export const longSecret = z.string().min(32, { error: 'must have at least 32 characters' });

export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 17:20' });

export const timezone = z.string().refine(isTimezone, {
  error: 'must be a time zone such as Asia/Kolkata',
});

export const hostNames = listOf(
  z
    .hostname({ error: 'must be host names such as push.example.org, separated by commas' })
    .toLowerCase(),
);

const domains = 'must be domains such as example.edu, separated by commas, or * alone for everyone';

/** The value of the provider's `hd` claim. */
export const hostedDomain = z
  .string()
  .refine(isDomain, { error: 'must be one domain such as example.edu' });

/** Without a dot at the end. */
function isDomain(text: string): boolean {
  return /\..*[^.]$/.test(text) && z.hostname().safeParse(text).success;
}

/** An empty list where `*` admits all domains. */
export const mailDomains = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.join() === '*' || parts.every(isDomain), { error: domains })
  .transform((parts) => parts.filter(isDomain));

export const networkList = listOf(
  z.string().refine(isNetwork, {
    error:
      'must be IP addresses, ranges such as 10.0.0.0/8, or the words loopback, linklocal, uniquelocal, separated by commas',
  }),
);

function isNetwork(text: string): boolean {
  if (namedNetworks.has(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return prefix === undefined || isPrefix(prefix, version === 4 ? 32 : 128);
}

function isPrefix(text: string, longest: number): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= longest;
}

/** The message never repeats the value, which contains a password. */
export const postgresAddress = z.string().superRefine((text, context) => {
  const scheme = /^([a-z][a-z\d+.-]*:\/\/)/i.exec(text)?.[1];
  if (!scheme || !/^postgres(ql)?:/i.test(scheme))
    context.addIssue(
      `must begin with postgres://${scheme ? `, not ${scheme}` : ''}; it ${addressForm}`,
    );
  else if (!splitHosts(text).every(isPostgresAddress) || lacksOneOfItsHosts(text))
    context.addIssue(`cannot be read; it ${addressForm}`);
  else if (!splitHosts(text).every(takesWrites))
    context.addIssue('can have no other target_session_attrs than read-write: Keydesk writes');
});

function isPostgresAddress(text: string): boolean {
  try {
    const { username, password, pathname } = new URL(text);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== null);
  } catch {
    return false;
  }
}

/** A single host may be empty: then the driver chooses, such as a local socket. */
function lacksOneOfItsHosts(text: string): boolean {
  const addresses = splitHosts(text);
  return addresses.length > 1 && addresses.some((address) => new URL(address).hostname === '');
}

function takesWrites(address: string): boolean {
  const target = new URL(address).searchParams.get('target_session_attrs');
  return target === null || target === 'read-write' || target === 'primary';
}

const addressForm =
  'must look like postgres://user:password@host:5432/keydesk, with # / ? % @ in the password percent-encoded';

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

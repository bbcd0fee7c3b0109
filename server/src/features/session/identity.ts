import type { SignInError } from '@keydesk/shared/core/sign-in-error';
import { z } from 'zod';

/** A `verified-identity`: `issuer` and `subject` together never change. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  /** As the provider states it, if it does. */
  readonly name?: string;
  readonly hostedDomain?: string;
  /** When the provider last authenticated the person; not every provider says. */
  readonly authenticatedAt?: Date;
};

const maxNameLength = 120;

const claimsSchema = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().pipe(z.email()),
  email_verified: z.unknown().optional(),
  name: z.string().trim().optional().catch(undefined),
  hd: z.string().min(1).optional().catch(undefined),
  auth_time: z.number().positive().max(8.64e12).optional(),
});

export type AllowedAccounts = {
  /** The value of the `hd` claim that the provider must assert. */
  readonly hostedDomain?: string;
  /** Domains of verified addresses, in lower case; empty means every domain. */
  readonly domains?: readonly string[];
  /** Accepts an address as verified if the provider does not say whether it is. */
  readonly trustsAddresses?: boolean;
};

type Claims = Readonly<Record<string, unknown>>;

export function missingClaims(claims: Claims, { hostedDomain }: AllowedAccounts): string[] {
  const wanted = ['email', 'email_verified', 'name', ...(hostedDomain ? ['hd'] : [])];
  return wanted.filter((name) => !isStated(claims[name]));
}

function isStated(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/**
 * Completes the claims of an ID token from userinfo. `email_verified` applies only to the address
 * beside it, and a single false is decisive.
 */
export function completeClaims(token: Claims, more: Claims): Claims {
  const own = Object.fromEntries(Object.entries(token).filter(([, value]) => isStated(value)));
  const sameAddress = !own.email || !more.email || isSameText(own.email, more.email);
  const verified = [own.email_verified, sameAddress ? more.email_verified : undefined];
  const stated = verified.filter(isStated);
  const { email, name, hd } = more;
  const email_verified = stated.find((value) => !isTrue(value)) ?? stated[0];
  return { email, name, hd, ...own, email_verified };
}

function isSameText(one: unknown, other: unknown): boolean {
  return String(one).trim().toLowerCase() === String(other).trim().toLowerCase();
}

/** Some providers send it as text. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** The caller must have verified signature, issuer, audience and times. */
export function parseIdentity(
  claims: unknown,
  { hostedDomain, domains = [], trustsAddresses = false }: AllowedAccounts,
): Identity {
  const read = claimsSchema.safeParse(claims);
  if (!read.success) {
    throw new SignInFailed('token-invalid', String(read.error.issues[0]?.path[0] ?? 'claims'));
  }
  const { iss, sub, email, email_verified, name, hd, auth_time } = read.data;
  if (!isStated(email_verified)) {
    if (!trustsAddresses) throw new SignInFailed('email-unverified', 'absent');
  } else if (!isTrue(email_verified)) throw new SignInFailed('email-unverified', 'not-true');
  if (hostedDomain && hd?.toLowerCase() !== hostedDomain.toLowerCase()) {
    throw new SignInFailed('wrong-domain');
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) throw new SignInFailed('wrong-domain');
  return {
    issuer: iss,
    subject: sub,
    email,
    ...(name && { name: name.slice(0, maxNameLength).trim() }),
    ...(hd && { hostedDomain: hd.toLowerCase() }),
    ...(auth_time && { authenticatedAt: new Date(auth_time * 1000) }),
  };
}

/** For logs and metrics; people see its `publicError`. */
export type SignInFailureReason =
  | 'provider-unreachable'
  | 'provider-refused'
  | 'transaction-invalid'
  | 'transaction-expired'
  | 'transaction-finished'
  | 'state-mismatch'
  | 'issuer-mismatch'
  | 'response-invalid'
  | 'code-refused'
  | 'exchange-refused'
  | 'userinfo-failed'
  | 'nonce-mismatch'
  | 'token-invalid'
  | 'email-unverified'
  | 'wrong-domain'
  | 'address-of-another'
  | 'account-closed';

/** The callback belongs to no pending sign-in of this browser: a reload, an old tab. */
const strayReasons: readonly SignInFailureReason[] = [
  'transaction-invalid',
  'transaction-expired',
  'transaction-finished',
  'state-mismatch',
];

/** The browser sent something that the provider did not issue. */
const forgedReasons: readonly SignInFailureReason[] = [
  'issuer-mismatch',
  'response-invalid',
  'code-refused',
  'nonce-mismatch',
];

/** Another attempt may succeed for all other reasons. */
const publicErrors: Partial<Record<SignInFailureReason, SignInError>> = {
  'provider-refused': 'provider_refused',
  'exchange-refused': 'not_set_up',
  'userinfo-failed': 'no_details',
  'email-unverified': 'email_unverified',
  'wrong-domain': 'wrong_domain',
  'address-of-another': 'other_account',
  'account-closed': 'account_closed',
};

/** Provider errors after a cancellation, or that another attempt may resolve. */
const passingRefusals = [
  'access_denied',
  'server_error',
  'temporarily_unavailable',
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
];

/**
 * The error of every failed sign-in. It has no cause: the library's errors contain tokens, codes
 * and expected values, which must not reach a log.
 */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly reason: SignInFailureReason;
  readonly detail: string | undefined;

  constructor(reason: SignInFailureReason, detail?: string) {
    const plainDetail = detail?.replace(/[^\w.-]/g, '').slice(0, 60);
    const failure = plainDetail ? `${reason} (${plainDetail})` : reason;
    super(`Sign-in failed: ${failure}${adviceFor(reason, plainDetail)}`);
    this.reason = reason;
    this.detail = plainDetail;
  }

  get isStray(): boolean {
    return strayReasons.includes(this.reason);
  }

  /** Names the reason only if another attempt cannot help. */
  get publicError(): SignInError {
    if (this.reason === 'token-invalid' && this.detail === 'email') return 'no_email';
    if (this.reason === 'provider-refused' && passingRefusals.includes(this.detail ?? ''))
      return 'oauth_failed';
    return publicErrors[this.reason] ?? 'oauth_failed';
  }

  get isForged(): boolean {
    return forgedReasons.includes(this.reason);
  }
}

/** Advice for the operator, in the log. */
function adviceFor(reason: SignInFailureReason, detail: string | undefined): string {
  if (reason === 'address-of-another')
    return `. If it is the same person: npm run admin -- link ${detail}`;
  if (reason === 'token-invalid' && detail === 'email')
    return '. Neither the ID token nor userinfo told an address: let the provider send the claim email';
  if (reason === 'email-unverified' && detail === 'absent')
    return '. The provider does not send email_verified: if all its addresses are verified, set OIDC_EMAIL=trusted';
  return '';
}

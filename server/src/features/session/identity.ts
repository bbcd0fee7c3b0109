import type { SignInError } from '@keydesk/shared/core/sign-in-error';
import { z } from 'zod';

/** Who signed in, a `verified-identity`: `issuer` and `subject` together never change. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly name: string;
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

/** Whose accounts may sign in. */
export type AllowedAccounts = {
  /** Only accounts that the provider itself says belong to this domain. */
  readonly hostedDomain?: string;
  /** Only verified addresses of these domains, in lower case; empty means every domain. */
  readonly domains?: readonly string[];
};

/** Reads an identity from claims whose signature, issuer, audience and times have been verified. */
export function parseIdentity(
  claims: unknown,
  { hostedDomain, domains = [] }: AllowedAccounts,
): Identity {
  const read = claimsSchema.safeParse(claims);
  if (!read.success) {
    throw new SignInFailed('token-invalid', String(read.error.issues[0]?.path[0] ?? 'claims'));
  }
  const { iss, sub, email, email_verified, name, hd, auth_time } = read.data;
  if (email_verified !== true) throw new SignInFailed('email-unverified');
  if (hostedDomain && hd?.toLowerCase() !== hostedDomain.toLowerCase()) {
    throw new SignInFailed('wrong-domain');
  }
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) throw new SignInFailed('wrong-domain');
  return {
    issuer: iss,
    subject: sub,
    email,
    name: (name || email.slice(0, email.indexOf('@'))).slice(0, maxNameLength).trim(),
    ...(hd && { hostedDomain: hd.toLowerCase() }),
    ...(auth_time && { authenticatedAt: new Date(auth_time * 1000) }),
  };
}

/** Why a sign-in failed; for logs and counters. People are shown its `publicError`. */
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

/** Of all other reasons another try may help. */
const publicErrors: Partial<Record<SignInFailureReason, SignInError>> = {
  'provider-refused': 'provider_refused',
  'exchange-refused': 'not_set_up',
  'email-unverified': 'email_unverified',
  'wrong-domain': 'wrong_domain',
  'address-of-another': 'other_account',
  'account-closed': 'account_closed',
};

/** Answers of a provider to somebody who cancelled, or who has to try again. */
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
    super(plainDetail ? `Sign-in failed: ${reason} (${plainDetail})` : `Sign-in failed: ${reason}`);
    if (reason === 'address-of-another')
      this.message += `. If it is the same person: npm run admin -- link ${plainDetail}`;
    this.reason = reason;
    this.detail = plainDetail;
  }

  get isStray(): boolean {
    return strayReasons.includes(this.reason);
  }

  /** What the person is told: of what trying again will not mend, the reason. */
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

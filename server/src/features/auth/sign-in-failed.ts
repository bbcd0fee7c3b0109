import type { SignInError } from '@keydesk/shared/auth/sign-in-error';

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

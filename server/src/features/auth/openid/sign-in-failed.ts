/** Why a sign-in did not come about; for logs and counters, never shown to people. */
export type SignInFailure =
  | 'provider-unreachable'
  | 'provider-refused'
  | 'transaction-invalid'
  | 'transaction-expired'
  | 'state-mismatch'
  | 'issuer-mismatch'
  | 'response-invalid'
  | 'code-refused'
  | 'nonce-mismatch'
  | 'token-invalid'
  | 'email-unverified'
  | 'hosted-domain';

/**
 * The one error of this feature. It carries no cause: the library's errors hold tokens, codes and
 * expected values, which must not reach a log.
 */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly reason: SignInFailure;
  readonly detail: string | undefined;

  constructor(reason: SignInFailure, detail?: string) {
    const plainDetail = detail?.replace(/[^\w.-]/g, '').slice(0, 60);
    super(plainDetail ? `Sign-in failed: ${reason} (${plainDetail})` : `Sign-in failed: ${reason}`);
    this.reason = reason;
    this.detail = plainDetail;
  }
}

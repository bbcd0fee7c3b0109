import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { SignInFailed } from './sign-in-failed.ts';

const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
]);

/** Which claim of the ID token was not the expected one. The value itself stays unread. */
const faultyClaim = (error: ClientError): string | undefined => {
  let cause: unknown = error.cause;
  while (cause instanceof Error) cause = cause.cause;
  if (typeof cause !== 'object' || cause === null || !('claim' in cause)) return undefined;
  return typeof cause.claim === 'string' ? cause.claim : undefined;
};

const ofClientError = (error: ClientError): SignInFailed => {
  const code = error.code ?? 'unknown';
  if (unreachableCodes.has(code)) return new SignInFailed('provider-unreachable', code);
  const claim = faultyClaim(error);
  if (claim === 'nonce') return new SignInFailed('nonce-mismatch');
  return new SignInFailed('token-invalid', claim ?? code);
};

/** What went wrong while a code was exchanged for an identity. */
export const translateFailure = (error: unknown): SignInFailed => {
  if (error instanceof SignInFailed) return error;
  if (error instanceof AuthorizationResponseError) {
    return new SignInFailed('provider-refused', error.error);
  }
  // Any other refusal is about us: a wrong client secret, or a fault of the provider.
  if (error instanceof ResponseBodyError) {
    const reason = error.error === 'invalid_grant' ? 'code-refused' : 'exchange-refused';
    return new SignInFailed(reason, error.error);
  }
  if (error instanceof ClientError) return ofClientError(error);
  return new SignInFailed('provider-unreachable');
};

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';
import { googleIssuer } from '../../config/config.ts';
import {
  type AllowedAccounts,
  completeClaims,
  type Identity,
  missingClaims,
  parseIdentity,
  SignInFailed,
} from './identity.ts';

export type OpenIdClientOptions = DiscoveryOptions &
  AllowedAccounts & {
    readonly redirectUri: string;
  };

export type OpenIdClient = {
  /** Whether the same address means the same person, as in the account chooser of a trial. */
  readonly linksByEmail?: boolean;
  /** The URL to redirect to, and the transaction to keep until the callback. */
  beginSignIn(hints?: SignInHints): Promise<{ url: string; transaction: SignInTransaction }>;
  /** Throws `SignInFailed` unless every check passes. */
  completeSignIn(currentUrl: URL, transaction: SignInTransaction): Promise<Identity>;
};

/** Authorization code flow with PKCE, state and nonce. */
export function createOpenIdClient(options: OpenIdClientOptions): OpenIdClient {
  const { hostedDomain } = options;
  const discovered = lazyDiscovery(options);

  return {
    async beginSignIn(hints = {}) {
      const { loginHint, redirectUri = options.redirectUri, confirms } = hints;
      const configuration = await discovered();
      const transaction = newTransaction(hints, redirectUri);
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint && { login_hint: loginHint }),
        ...((confirms || !loginHint) &&
          offersAccounts(configuration) && { prompt: 'select_account' }),
        ...(confirms && { max_age: String(confirms.maxAgeSeconds) }),
        ...(hostedDomain && { hd: hostedDomain }),
      });
      return { url: url.href, transaction };
    },

    async completeSignIn(currentUrl, transaction) {
      requireUnexpired(transaction);
      const configuration = await discovered();
      checkResponse(
        currentUrl.searchParams,
        configuration.serverMetadata().issuer,
        transaction.state,
      );
      // Behind a proxy the browser's URL is the configured one, not the one this process sees.
      const response = new URL(transaction.redirectUri);
      response.search = currentUrl.search;
      try {
        const tokens = await authorizationCodeGrant(configuration, response, {
          expectedState: transaction.state,
          expectedNonce: transaction.nonce,
          pkceCodeVerifier: transaction.codeVerifier,
          idTokenExpected: true,
        });
        return parseIdentity(await readClaims(configuration, tokens, options), options);
      } catch (error) {
        throw toSignInFailed(error);
      }
    },
  };
}

/** Some providers refuse a prompt that they do not list. Google lists none. */
function offersAccounts(configuration: Configuration): boolean {
  const { issuer, prompt_values_supported: prompts } = configuration.serverMetadata();
  return issuer === googleIssuer || (Array.isArray(prompts) && prompts.includes('select_account'));
}

type Tokens = Awaited<ReturnType<typeof authorizationCodeGrant>>;

/**
 * Claims missing from the ID token are read from the userinfo endpoint, if there is one. A missing
 * name does not fail a sign-in.
 */
async function readClaims(
  configuration: Configuration,
  tokens: Tokens,
  accounts: AllowedAccounts,
): Promise<unknown> {
  const claims = tokens.claims();
  if (!claims || !configuration.serverMetadata().userinfo_endpoint) return claims;
  const missing = missingClaims(claims, accounts);
  if (missing.length === 0) return claims;
  try {
    const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return completeClaims(claims, more);
  } catch (error) {
    if (missing.every((name) => name === 'name')) return claims;
    throw new SignInFailed('userinfo-failed', errorCode(error));
  }
}

/** Discovers the provider at first use and caches the result; failures are not cached. */
function lazyDiscovery(options: DiscoveryOptions): () => Promise<Configuration> {
  let found: Promise<Configuration> | undefined;
  return () => {
    found ??= discover(options).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
}

async function discover(options: DiscoveryOptions): Promise<Configuration> {
  const { issuer, clientId, clientSecret, allowInsecure, timeoutSeconds = 10, fetch } = options;
  try {
    return await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // Verifies the ID token's signature although it arrives directly from the provider.
      execute: [enableNonRepudiationChecks, ...(allowInsecure ? [allowInsecureRequests] : [])],
      ...(fetch && { [customFetch]: fetch }),
    });
  } catch (error) {
    throw new SignInFailed('provider-unreachable', errorCode(error) ?? 'discovery');
  }
}

/** The library's own error code, or that of the underlying network error. */
function errorCode(error: unknown): string | undefined {
  if (error instanceof ClientError && error.code) return error.code;
  if (!(error instanceof Error)) return undefined;
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return cause?.code;
}

/** Checks the state and, if the response names one, the issuer, before trusting anything else. */
export function checkResponse(response: URLSearchParams, issuer: string, state: string): void {
  if (response.get('state') !== state) throw new SignInFailed('state-mismatch');
  const iss = response.get('iss');
  if (iss !== null && iss !== issuer) throw new SignInFailed('issuer-mismatch');
  if (!response.has('code') && !response.has('error')) throw new SignInFailed('response-invalid');
}

function toSignInFailed(error: unknown): SignInFailed {
  if (error instanceof SignInFailed) return error;
  if (error instanceof AuthorizationResponseError) {
    return new SignInFailed('provider-refused', error.error);
  }
  // Any other error is not the person's: a wrong client secret, or an error of the provider.
  if (error instanceof ResponseBodyError) {
    const reason = error.error === 'invalid_grant' ? 'code-refused' : 'exchange-refused';
    return new SignInFailed(reason, error.error);
  }
  if (error instanceof ClientError) return fromClientError(error);
  return new SignInFailed('provider-unreachable');
}

function fromClientError(error: ClientError): SignInFailed {
  const code = error.code ?? 'unknown';
  if (unreachableCodes.has(code)) return new SignInFailed('provider-unreachable', code);
  const claim = invalidClaim(error);
  if (claim === 'nonce') return new SignInFailed('nonce-mismatch');
  return new SignInFailed('token-invalid', claim ?? code);
}

/** The unexpected claim's name; its value is not read. */
function invalidClaim(error: ClientError): string | undefined {
  let cause: unknown = error.cause;
  while (cause instanceof Error) cause = cause.cause;
  if (typeof cause !== 'object' || cause === null || !('claim' in cause)) return undefined;
  return typeof cause.claim === 'string' ? cause.claim : undefined;
}

type DiscoveryOptions = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Permits plain http, only for a provider on this computer. */
  readonly allowInsecure?: boolean;
  /** Timeout of each request to the provider. */
  readonly timeoutSeconds?: number;
  /** Replaces the network, for tests. */
  readonly fetch?: CustomFetch;
};

const unreachableCodes = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
]);

/** Kept in a short-lived cookie until the provider's callback. */
const transactionSchema = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  codeVerifier: z.string().min(43),
  redirectUri: z.url(),
  /** The page to return to, if not our own; validated when the sign-in began. */
  returnTo: z.url().optional(),
  createdAt: z.number().int(),
  /** Identifies the browser while it keeps the cookie, to count its failures. */
  browser: z.string().min(1),
  /** The session that this sign-in confirms; without it a new session is opened. */
  confirms: z.string().optional(),
});
export type SignInTransaction = z.infer<typeof transactionSchema>;

/** A slower sign-in fails, but its cookie is kept to identify the browser. */
export const transactionSeconds = 600;

type SignInHints = {
  readonly loginHint?: string | undefined;
  /** The redirect address, if not the usual one. */
  readonly redirectUri?: string | undefined;
  readonly returnTo?: string | undefined;
  /** The browser, if known from an earlier sign-in. */
  readonly browser?: string | undefined;
  /** Asks a signed-in person to confirm who they are, unless they did so recently. */
  readonly confirms?: { readonly sessionId: string; readonly maxAgeSeconds: number };
};

export function newTransaction(
  { returnTo, browser = randomState(), confirms }: SignInHints,
  redirectUri: string,
): SignInTransaction {
  return {
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    redirectUri,
    createdAt: Date.now(),
    browser,
    ...(returnTo && { returnTo }),
    ...(confirms && { confirms: confirms.sessionId }),
  };
}

const cipherName = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts and authenticates a transaction for its cookie. */
export function sealTransaction(secret: string, transaction: SignInTransaction): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, deriveKey(secret), iv, { authTagLength: tagBytes });
  const text = Buffer.concat([cipher.update(JSON.stringify(transaction), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'keydesk sign-in transaction v1', 32));
}

/** @throws SignInFailed if the cookie is missing, altered or not ours */
export function openTransaction(secret: string, sealed: string | undefined): SignInTransaction {
  if (!sealed) throw new SignInFailed('transaction-invalid', 'missing');
  try {
    return transactionSchema.parse(JSON.parse(decrypt(secret, sealed)));
  } catch {
    throw new SignInFailed('transaction-invalid', 'unreadable');
  }
}

function decrypt(secret: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, ivBytes);
  const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
  const decipher = createDecipheriv(cipherName, deriveKey(secret), iv, { authTagLength: tagBytes });
  decipher.setAuthTag(tag);
  const text = decipher.update(bytes.subarray(ivBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

export function requireUnexpired({ createdAt }: SignInTransaction, now = Date.now()): void {
  if (now - createdAt > transactionSeconds * 1000) throw new SignInFailed('transaction-expired');
}

import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { type DiscoveryOptions, lazyDiscovery } from './discovery.ts';
import { type AdmittedAccounts, type Identity, identityFrom } from './identity.ts';
import { SignInFailed } from './sign-in-failed.ts';
import { requireFresh, type SignInTransaction } from './transaction.ts';
import { translateFailure } from './translate-failure.ts';

export interface OpenIdClientOptions extends DiscoveryOptions, AdmittedAccounts {
  readonly redirectUri: string;
}

export interface OpenIdClient {
  /** Where to send the browser, and what to remember of it until it comes back. */
  beginSignIn(hints?: {
    loginHint?: string | undefined;
    /** Where to come back to, when not to the usual address. */
    redirectUri?: string | undefined;
    returnTo?: string | undefined;
    /** Asks a person who is signed in to prove again who they are, unless they did so just before. */
    confirms?: { sessionId: string; maxAgeSeconds: number };
  }): Promise<{ url: string; transaction: SignInTransaction }>;
  /** Who came back; throws `SignInFailed` unless every check holds. */
  completeSignIn(currentUrl: URL, transaction: SignInTransaction): Promise<Identity>;
}

/** State and, where the response names one, the issuer: checked before anything else is believed. */
const checkResponse = (response: URLSearchParams, issuer: string, state: string): void => {
  if (response.get('state') !== state) throw new SignInFailed('state-mismatch');
  const iss = response.get('iss');
  if (iss !== null && iss !== issuer) throw new SignInFailed('issuer-mismatch');
  if (!response.has('code') && !response.has('error')) throw new SignInFailed('response-invalid');
};

/** Authorization code with PKCE, state and nonce against any OpenID provider. */
export const createOpenIdClient = (options: OpenIdClientOptions): OpenIdClient => {
  const { hostedDomain } = options;
  const discovered = lazyDiscovery(options);

  return {
    async beginSignIn(hints = {}) {
      const { loginHint, redirectUri = options.redirectUri, returnTo, confirms } = hints;
      const configuration = await discovered();
      const transaction = {
        state: randomState(),
        nonce: randomNonce(),
        codeVerifier: randomPKCECodeVerifier(),
        redirectUri,
        createdAt: Date.now(),
        ...(returnTo && { returnTo }),
        ...(confirms && { confirms: confirms.sessionId }),
      };
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint && { login_hint: loginHint }),
        ...((confirms || !loginHint) && { prompt: 'select_account' }),
        ...(confirms && { max_age: String(confirms.maxAgeSeconds) }),
        ...(hostedDomain && { hd: hostedDomain }),
      });
      return { url: url.href, transaction };
    },

    async completeSignIn(currentUrl, transaction) {
      requireFresh(transaction);
      const configuration = await discovered();
      checkResponse(
        currentUrl.searchParams,
        configuration.serverMetadata().issuer,
        transaction.state,
      );
      // Behind a proxy the browser's address is the configured one, not the one this process sees.
      const response = new URL(transaction.redirectUri);
      response.search = currentUrl.search;
      try {
        const tokens = await authorizationCodeGrant(configuration, response, {
          expectedState: transaction.state,
          expectedNonce: transaction.nonce,
          pkceCodeVerifier: transaction.codeVerifier,
          idTokenExpected: true,
        });
        return identityFrom(tokens.claims(), options);
      } catch (error) {
        throw translateFailure(error);
      }
    },
  };
};

import {
  allowInsecureRequests,
  ClientError,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { SignInFailed } from './sign-in-failed.ts';

export interface DiscoveryOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Permits plain http, which only a provider on this very computer may speak. */
  readonly allowInsecure?: boolean;
  /** Bound for each single request to the provider. */
  readonly timeoutSeconds?: number;
  /** How to reach the provider, when not by the network. */
  readonly fetch?: CustomFetch;
}

/** The library's own code, or that of the network beneath it. */
const codeOf = (error: unknown): string | undefined => {
  if (error instanceof ClientError && error.code) return error.code;
  if (!(error instanceof Error)) return undefined;
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return cause?.code;
};

const discover = async (options: DiscoveryOptions): Promise<Configuration> => {
  const { issuer, clientId, clientSecret, allowInsecure, timeoutSeconds = 10, fetch } = options;
  try {
    return await discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: timeoutSeconds,
      // The ID token's signature is verified even though it arrives straight from the provider.
      execute: [enableNonRepudiationChecks, ...(allowInsecure ? [allowInsecureRequests] : [])],
      ...(fetch && { [customFetch]: fetch }),
    });
  } catch (error) {
    throw new SignInFailed('provider-unreachable', codeOf(error) ?? 'discovery');
  }
};

/** Finds the provider at first use and keeps what it found; a failure is tried again next time. */
export const lazyDiscovery = (options: DiscoveryOptions): (() => Promise<Configuration>) => {
  let found: Promise<Configuration> | undefined;
  return () => {
    found ??= discover(options).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  };
};

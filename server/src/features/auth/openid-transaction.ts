import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client';
import { z } from 'zod';
import { SignInFailed } from './sign-in-failed.ts';

/** A sign-in that this browser began, kept in a short-lived cookie until the provider answers. */
const transactionSchema = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  codeVerifier: z.string().min(43),
  redirectUri: z.url(),
  /** The page to return to, if not our own; it was checked when the sign-in began. */
  returnTo: z.url().optional(),
  createdAt: z.number().int(),
  /** Names the browser for as long as it keeps the cookie, so that its failures can be counted. */
  browser: z.string().min(1),
  /** The session that this sign-in confirms. Without it a new session is opened. */
  confirms: z.string().optional(),
});
export type SignInTransaction = z.infer<typeof transactionSchema>;

/** A sign-in that takes longer than this fails, though its cookie is kept to know the browser by. */
export const transactionSeconds = 600;

/** What is known when a sign-in begins. */
export type SignInHints = {
  readonly loginHint?: string | undefined;
  /** Where the provider sends the browser back to, if not to the usual address. */
  readonly redirectUri?: string | undefined;
  readonly returnTo?: string | undefined;
  /** The browser, if it is known from an earlier sign-in. */
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

/** Opens what `sealTransaction` sealed; throws if it is missing, altered or not ours. */
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

/** Refuses a transaction that is older than its lifetime. */
export function requireUnexpired({ createdAt }: SignInTransaction, now = Date.now()): void {
  if (now - createdAt > transactionSeconds * 1000) throw new SignInFailed('transaction-expired');
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { SignInFailed } from './sign-in-failed.ts';

/** What this browser must prove to have begun, kept in its own short-lived cookie. */
const transactionSchema = z.object({
  state: z.string().min(1),
  nonce: z.string().min(1),
  codeVerifier: z.string().min(43),
  redirectUri: z.url(),
  /** The page that gets the person back, if not our own; it was allowed when the sign-in began. */
  returnTo: z.url().optional(),
  createdAt: z.number().int(),
  /** The session whose person is to prove again who they are. Without it a session is opened. */
  confirms: z.string().optional(),
});
export type SignInTransaction = z.infer<typeof transactionSchema>;

/** A sign-in begun longer ago than this is over. */
export const TRANSACTION_SECONDS = 600;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and authenticates a transaction for its cookie. */
export function sealTransaction(secret: string, transaction: SignInTransaction): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(secret), iv, { authTagLength: TAG_BYTES });
  const text = Buffer.concat([cipher.update(JSON.stringify(transaction), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'keydesk sign-in transaction v1', 32));
}

/** Opens what `sealTransaction` sealed; a missing, altered or foreign seal is no transaction. */
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
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, deriveKey(secret), iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/** Refuses a transaction that is older than its lifetime. */
export function requireUnexpired({ createdAt }: SignInTransaction, now = Date.now()): void {
  if (now - createdAt > TRANSACTION_SECONDS * 1000) throw new SignInFailed('transaction-expired');
}

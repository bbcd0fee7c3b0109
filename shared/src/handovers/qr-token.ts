/**
 * The compact form of an issued code: a fixed prefix and 26 base32 characters (at least 128 random
 * bits), upper-case so that it fits a small QR code in alphanumeric mode (version 2, level Q).
 */
export const qrTokenPrefix = 'KD:';

/** Crockford's alphabet: no I, L, O or U, so that a token can be read aloud. */
export const secretAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const secretLength = 26;

const secretPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Whether `text` has the form of an issued requestId or returnId. */
export function isSecret(text: string): boolean {
  return secretPattern.test(text);
}

export function formatToken(secret: string): string {
  return `${qrTokenPrefix}${secret}`;
}

/** The secret inside a compact token, or null for any other text. */
export function parseToken(text: string): string | null {
  const trimmed = text.trim();
  const secret = trimmed.slice(qrTokenPrefix.length);
  return trimmed.startsWith(qrTokenPrefix) && isSecret(secret) ? secret : null;
}

import { hash, randomBytes } from 'node:crypto';

/** SHA-256: secrets of sessions and codes are stored in no other form. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * 24 lower-case hexadecimal characters: 4 bytes of seconds, so that ids of the same time are close
 * in an index, and 8 random bytes.
 */
export function newId(): string {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  return bytes.toString('hex');
}

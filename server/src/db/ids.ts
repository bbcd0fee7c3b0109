import { hash, randomBytes } from 'node:crypto';

/** SHA-256: secrets of sessions and codes are stored in no other form. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/**
 * A new object id: 24 lower-case hexadecimal characters, 4 bytes of seconds and 8 random bytes, so
 * that ids made near each other lie near each other in an index.
 */
export function newId(): string {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  return bytes.toString('hex');
}

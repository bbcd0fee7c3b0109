import { randomBytes } from 'node:crypto';

/**
 * A new object id: 24 lower-case hexadecimal characters, 4 bytes of seconds and 8 random bytes, so
 * that ids made near each other lie near each other in an index.
 */
export const newId = (): string => {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  return bytes.toString('hex');
};

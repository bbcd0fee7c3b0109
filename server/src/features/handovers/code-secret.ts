import { hash, randomBytes } from 'node:crypto';
import { secretAlphabet, secretLength } from '@keydesk/shared/handovers/qr-token';

/** A fresh requestId or returnId: 26 base32 characters, 130 random bits. */
export const newSecret = (): string =>
  Array.from(randomBytes(secretLength), (byte) => secretAlphabet[byte & 31]).join('');

/** SHA-256, the only form in which a code's secret is stored. */
export const hashCodeSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

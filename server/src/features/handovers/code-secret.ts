import { randomBytes } from 'node:crypto';
import { secretAlphabet, secretLength } from '@keydesk/shared/handovers/qr-token';

/** A fresh requestId or returnId: 26 base32 characters, 130 random bits. */
export const newSecret = (): string =>
  Array.from(randomBytes(secretLength), (byte) => secretAlphabet[byte & 31]).join('');

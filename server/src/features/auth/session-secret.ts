import { createHmac, hash, randomBytes } from 'node:crypto';

/** SHA-256, the only form in which a session's secrets are stored. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The bearer secret that belongs to a cookie secret; it does not lead back to the cookie. */
export const bearerFrom = (cookie: string): string =>
  createHmac('sha256', cookie).update('keydesk bearer v1').digest('base64url');

/** A fresh cookie secret of 256 random bits. */
export const newCookieSecret = (): string => randomBytes(32).toString('base64url');

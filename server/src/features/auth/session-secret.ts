import { createHmac, randomBytes } from 'node:crypto';

/** The bearer secret that belongs to a cookie secret; it does not lead back to the cookie. */
export const bearerFrom = (cookie: string): string =>
  createHmac('sha256', cookie).update('keydesk bearer v1').digest('base64url');

/** A fresh cookie secret of 256 random bits. */
export const newCookieSecret = (): string => randomBytes(32).toString('base64url');

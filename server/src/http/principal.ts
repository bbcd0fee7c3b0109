import type { User } from '@keydesk/shared/users/user';

/** The signed-in caller of a request, read afresh for each request. */
export type Principal = {
  sessionId: string;
  user: User;
  /** The bearer secret of this session, so that check-auth can repeat it. */
  bearer: string;
  /** When they last proved to the identity provider who they are. */
  confirmedAt: Date;
};

/** What a request or socket handshake presents as proof of its session. */
export type Credentials = { cookie: string | undefined; bearer: string | undefined };

/** The session cookie's name over plain http. */
export const sessionCookie = 'keydesk_session';

/**
 * The name that a cookie has at this address. Over https the prefix makes browsers refuse a cookie
 * of this name from a subdomain or from a page without TLS.
 */
export function cookieNameAt(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https://') ? `__Host-${name}` : name;
}

/**
 * What an Authorization header says after `Bearer`; undefined when it presents no bearer token. A
 * malformed token is still presented: it belongs to no session.
 */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer\b\s*(.*)$/i.exec(authorization ?? '')?.[1];
}

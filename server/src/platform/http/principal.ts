import { appError } from '@keydesk/shared/errors';
import type { Access } from '@keydesk/shared/http/route';
import { roleAllows } from '@keydesk/shared/users/role';
import { needsRegistration, type User } from '@keydesk/shared/users/user';

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

/**
 * Lets `principal` pass a route of this access or throws: 401 when signed out, 403 otherwise.
 * Pending and incomplete people reach only what is open to anyone signed in (DESIGN §6.8).
 */
export function authorize(access: Access, principal: Principal | null): void {
  if (access === 'public') return;
  if (!principal) throw appError('NOT_SIGNED_IN');
  if (access === 'signed-in') return;
  if (needsRegistration(principal.user)) throw appError('NOT_REGISTERED');
  if (access !== 'registered' && !roleAllows(principal.user.role, access))
    throw appError('NOT_ALLOWED');
}

/**
 * Refuses a caller who proved longer than `minutes` ago who they are: whoever finds a browser open
 * may then still look, but not change what others may do. 0 minutes ask nobody.
 */
export function requireRecentSignIn(principal: Principal | null, minutes: number): void {
  if (minutes === 0) return;
  if (!principal || isOlderThan(principal.confirmedAt, minutes))
    throw appError('SIGN_IN_NOT_RECENT', minutes);
}

export function isOlderThan(moment: Date, minutes: number): boolean {
  return Date.now() - moment.getTime() > minutes * 60_000;
}

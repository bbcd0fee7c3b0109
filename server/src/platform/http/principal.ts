import { appError } from '@keydesk/shared/errors';
import type { Access } from '@keydesk/shared/http/route';
import { roleAllows } from '@keydesk/shared/users/role';
import { needsRegistration, type User } from '@keydesk/shared/users/user';

/** The signed-in caller of a request, loaded for every request. */
export type Principal = {
  sessionId: string;
  user: User;
  /** The bearer secret of this session, which check-auth returns. */
  bearer: string;
  /** When they last signed in with the identity provider. */
  confirmedAt: Date;
};

/** What a request or socket handshake presents as proof of its session. */
export type Credentials = { cookie: string | undefined; bearer: string | undefined };

/** The session cookie's name, without the prefix that it has over https. */
export const sessionCookie = 'keydesk_session';

/**
 * A cookie's name at this address. Over https its prefix makes browsers refuse a cookie of that name
 * from a subdomain or from a page without TLS.
 */
export function cookieNameAt(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https://') ? `__Host-${name}` : name;
}

/**
 * The token in an Authorization header; undefined when it is no bearer token. A malformed token is
 * returned too: it belongs to no session.
 */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer\b\s*(.*)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Throws unless `principal` may use a route with this access: 401 when signed out, 403 otherwise.
 * Users who are not registered or not accepted yet reach only what is open to anyone signed in
 * (`registered-first`).
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
 * Refuses a caller who signed in more than `minutes` ago: somebody who finds an open browser may
 * still look, but not change what others may do. With 0 minutes nobody is refused.
 */
export function requireRecentSignIn(principal: Principal | null, minutes: number): void {
  if (minutes === 0) return;
  if (!principal || isOlderThan(principal.confirmedAt, minutes))
    throw appError('SIGN_IN_NOT_RECENT', minutes);
}

export function isOlderThan(moment: Date, minutes: number): boolean {
  return Date.now() - moment.getTime() > minutes * 60_000;
}

import { minuteMs } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import { type DeskComputer, unattendedReason } from '@keydesk/shared/duty/duty';
import { needsRegistration, roleAllows } from '@keydesk/shared/http/roles';
import type { Access, Route } from '@keydesk/shared/http/route';
import type { User } from '@keydesk/shared/people/user';

/** The caller of a request: a person, or an enrolled computer. */
export type Principal = {
  /** The id of the session, or of the computer. */
  sessionId: string;
  /** At an enrolled computer the guard on duty, or without one the computer itself. */
  user: User;
  /** The bearer secret of this session, which check-auth returns. */
  bearer: string;
  /** When they last signed in with the identity provider. */
  confirmedAt: Date;
  startedAt: Date;
  /** The part that is stored. */
  lastActiveAt: Date;
  /** The shift of the guard on duty at an enrolled computer. */
  duty: OnDuty | null;
  /** The calling computer; null for a session in a browser. */
  desk: DeskComputer | null;
};

export type OnDuty = { id: string; deskId: string; deviceId: string };

export type Credentials = {
  cookie: string | undefined;
  bearer: string | undefined;
  /** The secret of an enrolled computer of a desk. */
  computer?: string | undefined;
};

/** Without the prefix that it has over https. */
export const sessionCookie = 'keydesk_session';

/** Without the prefix that it has over https. */
export const computerCookie = 'keydesk_desk';

/**
 * Over https the prefix makes browsers refuse a cookie of that name from a subdomain or from a page
 * without TLS.
 */
export function cookieNameAt(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https://') ? `__Host-${name}` : name;
}

/** Undefined for other schemes. A malformed token is returned, too: it belongs to no session. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer\b\s*(.*)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Throws unless `principal` may use a route with this access: 401 when signed out, 403 otherwise.
 * Users who are not registered or accepted yet reach only what is open to anyone signed in
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

/** Checks the route's access, and the guard of an enrolled computer (`guard-on-duty`). */
export function authorizeRoute(route: Route, principal: Principal | null): void {
  authorize(route.access, principal);
  if (!principal?.desk || route.access === 'public') return;
  if (route.deskComputer === 'never') throw appError('OWN_DEVICE_ONLY');
  if (route.deskComputer === 'always') return;
  const reason = unattendedReason(principal.desk);
  if (reason) throw appError(reason);
}

/**
 * Refuses a caller who signed in more than `minutes` ago, 0 no one: a person at an open browser may
 * look, but not change what others may do.
 */
export function requireRecentSignIn(principal: Principal | null, minutes: number): void {
  if (minutes === 0) return;
  if (!principal || isOlderThan(principal.confirmedAt, minutes))
    throw appError('SIGN_IN_NOT_RECENT', { minutes });
}

export function isOlderThan(moment: Date, minutes: number): boolean {
  return Date.now() - moment.getTime() > minutes * minuteMs;
}

import type { User } from '@keydesk/shared/users/user';

/** The signed-in caller of a request, read afresh for each request. */
export type Principal = {
  sessionId: string;
  user: User;
  /** The bearer secret of this session, so that check-auth can repeat it. */
  bearer: string;
};

/** What a request or socket handshake presents as proof of its session. */
export type Credentials = { cookie: string | undefined; bearer: string | undefined };

export const sessionCookie = 'keydesk_session';

/** The bearer secret of an Authorization header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]{20,100})$/.exec(authorization ?? '')?.[1];
